// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "prepared.hpp"

#include "agreement.hpp"
#include "mpi_transport.hpp"
#include "process_peers.hpp"

namespace papilio::mpi {
namespace {

MessageMemory memory_of(Carrier carrier) {
  return carrier == Carrier::mpi_host || carrier == Carrier::peer ? MessageMemory::host : MessageMemory::device;
}

void check_device(const Device& device, Carrier carrier) {
  if (memory_of(carrier) == MessageMemory::host || device.info().backend == Backend::cuda) return;
  throw Error::unsupported("messages from the memory of " + device.info().id, "it is no device of CUDA",
                           "use Carrier::mpi_host");
}

}  // namespace

std::vector<Carrier> carriers_of(MPI_Comm comm, const Options& wanted, const Device& device) {
  if (wanted.carrier != Carrier::automatic) return {wanted.carrier};
  if (wanted.turns <= 1 && can_share_memory(comm, device)) return {Carrier::peer, Carrier::mpi_host};
  int own = device.info().backend == Backend::cuda && mpi_takes_device_memory() ? 1 : 0;
  int all = 0;
  check_mpi(MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  if (all == 1) return {Carrier::mpi_device, Carrier::mpi_host};
  return {Carrier::mpi_host};
}

Prepared::Prepared(MPI_Comm comm, const Device& device, const Request& request, const Choice& choice)
    : comm_(comm), carrier_(choice.carrier) {
  MpiTeam team(comm);
  Program program;
  agree(comm, attempt([&] {
          check_device(device, carrier_);
          schedule_ = schedule_of(choice.stages, request.problem, request.in, request.out);
          program = stores(choice.carrier, schedule_)
                        ? make_storing_program(request.problem, schedule_, team.rank())
                        : make_program(request.problem, schedule_, team.rank(), choice.turns);
        }));
  WorkMemory memory(memory_of(carrier_));
  if (stores(choice.carrier, schedule_)) {
    memory.peers = std::make_shared<ProcessPeers>(comm, device, arriving_bytes(program));
  }
  agree(comm, attempt([&] {
          engine_ = std::make_unique<Engine>(device, request.problem, schedule_, std::move(program), memory);
        }));
  if (carrier_ == Carrier::nccl) nccl_ = std::make_unique<NcclTransport>(team, device);
}

ExecutionTimes Prepared::execute(const UserMemory& user) {
  MpiTeam team(comm_);
  if (nccl_) return engine_->execute(team, *nccl_, user);
  MpiTransport transport(comm_, memory_of(carrier_));
  return engine_->execute(team, transport, user);
}

}  // namespace papilio::mpi
