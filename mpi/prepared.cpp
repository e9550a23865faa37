// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "prepared.hpp"

#include "agreement.hpp"
#include "gpu_peers.hpp"
#include "mpi_transport.hpp"
#include "process_peers.hpp"

namespace papilio::mpi {
namespace {

/// Whether GPUs store in each other's memory.
bool stores_on_gpus(Carrier carrier, const Schedule& schedule, const Device& device) {
  return stores(carrier, schedule) && device.info().backend == Backend::cuda;
}

MessageMemory memory_of(Carrier carrier, const Schedule& schedule, const Device& device) {
  const bool on_host = carrier == Carrier::mpi_host || carrier == Carrier::peer;
  return on_host && !stores_on_gpus(carrier, schedule, device) ? MessageMemory::host : MessageMemory::device;
}

void check_device(const Device& device, Carrier carrier) {
  if (carrier != Carrier::mpi_device && carrier != Carrier::nccl) return;
  if (device.info().backend != Backend::cuda) {
    throw Error::unsupported("messages from the memory of " + device.info().id, "it is no device of CUDA",
                             "use Carrier::mpi_host");
  }
  if (carrier == Carrier::mpi_device && !mpi_takes_device_memory()) {
    throw Error::unsupported("messages by MPI from the memory of " + device.info().id,
                             "this MPI does not say that it takes device memory (MPIX_Query_cuda_support)",
                             "use Carrier::mpi_host or Carrier::nccl");
  }
}

}  // namespace

std::vector<Carrier> carriers_of(MPI_Comm comm, const Options& wanted, const Device& device) {
  if (wanted.carrier != Carrier::automatic) return {wanted.carrier};
  if (wanted.turns <= 1 && can_share_memory(comm, device)) return {Carrier::peer, Carrier::mpi_host};
  std::vector<Carrier> carriers;
  if (MpiTeam(comm).ranks() > 1 && have_gpus_of_one_host(comm, device)) {
    carriers = {Carrier::peer, Carrier::nccl};
    if (wanted.turns > 1) carriers = {Carrier::nccl};
  }
  int own = device.info().backend == Backend::cuda && mpi_takes_device_memory() ? 1 : 0;
  int all = 0;
  check_mpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (all == 1) carriers.push_back(Carrier::mpi_device);
  carriers.push_back(Carrier::mpi_host);
  return carriers;
}

Prepared::Prepared(MPI_Comm comm, const Device& device, const Request& request, const Choice& choice) : comm_(comm) {
  MpiTeam team(comm);
  Program program;
  agree(comm, attempt([&] {
          check_device(device, choice.carrier);
          schedule_ = schedule_of(choice, request.problem, request.in, request.out);
          program = stores(choice.carrier, schedule_)
                        ? make_storing_program(request.problem, schedule_, team.rank())
                        : make_program(request.problem, schedule_, team.rank(), choice.turns);
        }));
  if (choice.carrier == Carrier::nccl) require_own_gpus(comm, device);
  messages_ = memory_of(choice.carrier, schedule_, device);
  WorkMemory memory(messages_);
  if (stores(choice.carrier, schedule_)) {
    int own = stores_on_gpus(choice.carrier, schedule_, device) ? 1 : 0;
    int gpus = 0;  // ranks with devices of both kinds cannot share, and each kind says so
    check_mpi(MPI_Allreduce(&own, &gpus, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
    if (gpus == 1) {
      memory.peers = std::make_shared<GpuPeers>(comm, device, arriving_bytes(program));
    } else {
      memory.peers = std::make_shared<ProcessPeers>(comm, device, arriving_bytes(program));
    }
  }
  agree(comm, attempt([&] {
          engine_ = std::make_unique<Engine>(device, request.problem, schedule_, std::move(program), memory);
        }));
  if (choice.carrier == Carrier::nccl) nccl_ = std::make_unique<NcclTransport>(team, device);
}

ExecutionTimes Prepared::execute(const UserMemory& user) {
  ExecutionTimes times;
  with_transport([&](Engine& engine, Transport& transport) {
    MpiTeam team(comm_);
    times = engine.execute(team, transport, user);
  });
  return times;
}

void Prepared::with_transport(const std::function<void(Engine&, Transport&)>& work) {
  if (nccl_) return work(*engine_, *nccl_);
  MpiTransport transport(comm_, messages_);
  work(*engine_, transport);
}

}  // namespace papilio::mpi
