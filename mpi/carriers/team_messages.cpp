// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages by the team's means, from host or device memory: MPI between processes, copies between threads.
#include <papilio/error.hpp>

#include "carrier.hpp"
#include "mpi/memory/cuda_driver.hpp"

namespace papilio::mpi {
namespace {

std::optional<std::string> host_unavailable(Team&, const Device&, int) { return std::nullopt; }

Carriage make_on_host(const CarrierOf& of) { return {of.team.messages(MessageMemory::host)}; }

std::optional<std::string> device_unavailable(Team& team, const Device& device, int) {
  if (all_ranks(team, is_of_cuda(device) && team.sends_device_memory())) return std::nullopt;
  return "a rank has no device of CUDA, or MPI does not say that it takes device memory";
}

Carriage make_on_device(const CarrierOf& of) {
  of.team.agree(attempt([&] {
    const std::string& id = of.device.info().id;
    if (!is_of_cuda(of.device)) {
      throw Error::unsupported("messages from the memory of " + id, "it is no device of CUDA", "use Carrier::mpi_host");
    }
    if (!of.team.sends_device_memory()) {
      throw Error::unsupported("messages by MPI from the memory of " + id,
                               "this MPI does not say that it takes device memory (MPIX_Query_cuda_support)",
                               "use Carrier::mpi_host or Carrier::nccl");
    }
  }));
  return {of.team.messages(MessageMemory::device)};
}

}  // namespace

extern const CarrierKind mpi_host_carrier{"mpi", Carrier::mpi_host, "MPI", host_unavailable, make_on_host};
extern const CarrierKind mpi_device_carrier{"mpi-device", Carrier::mpi_device, "MPI from device memory",
                                            device_unavailable, make_on_device};

}  // namespace papilio::mpi
