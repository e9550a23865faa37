// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "prepared.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mpi/carriers/mpi.hpp"
#include "mpi/carriers/peers_of_gpus.hpp"
#include "mpi/carriers/peers_of_processes.hpp"
#include "mpi/ranks/agreement.hpp"

namespace papilio::mpi {
namespace {

bool by_gpu_peers(Carrier carrier, const Schedule& schedule, const Device& device) {
  return carrier == Carrier::peer && schedule.method->storing_program != nullptr &&
         device.info().backend == Backend::cuda;
}

MessageMemory memory_of(Carrier carrier, const Schedule& schedule, const Device& device) {
  const bool on_host = carrier == Carrier::mpi_host || carrier == Carrier::peer;
  return on_host && !by_gpu_peers(carrier, schedule, device) ? MessageMemory::host : MessageMemory::device;
}

/// Bytes of the user's output that messages come to.
std::size_t landing_bytes(const Program& program) {
  std::int64_t bytes = 0;
  for (const Step& step : program.steps) {
    const auto* exchange = std::get_if<Exchange>(&step);
    if (exchange == nullptr || exchange->target != Place::output) continue;
    for (const Message& message : exchange->receives) bytes = std::max(bytes, message.offset + message.bytes);
  }
  return static_cast<std::size_t>(bytes);
}

void check_turns(const Choice& choice, const Device& device) {
  if (choice.carrier != Carrier::peer || choice.turns == 1 || device.info().backend == Backend::cuda) return;
  throw Error::invalid_argument(fmt::format("{} turns through peer memory", choice.turns),
                                "there are no messages to cut, and no copy engines to carry them",
                                "leave the turns out, or use another carrier");
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
  if (MpiTeam(comm).ranks() > 1 && have_gpus_of_one_host(comm, device)) carriers = {Carrier::peer, Carrier::nccl};
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
          check_turns(choice, device);
          schedule_ = schedule_of(choice, request.problem, request.in, request.out);
          program = stores(choice.carrier, schedule_, choice.turns)
                        ? make_storing_program(request.problem, schedule_, team.rank())
                        : make_program(request.problem, schedule_, team.rank(), choice.turns);
        }));
  if (choice.carrier == Carrier::nccl) require_own_gpus(comm, device);
  messages_ = memory_of(choice.carrier, schedule_, device);
  WorkMemory memory(messages_);
  memory.owner = request.options.work;
  std::shared_ptr<GpuPeers> gpus;
  if (choice.carrier == Carrier::peer && schedule_.method->storing_program != nullptr) {
    int own = by_gpu_peers(choice.carrier, schedule_, device) ? 1 : 0;
    int any = 0;  // ranks with devices of both kinds cannot share, and each kind says so
    check_mpi(MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
    if (any == 1) {
      memory.peers = gpus = std::make_shared<GpuPeers>(comm, device, arriving_bytes(program), landing_bytes(program));
    } else {
      memory.peers = std::make_shared<ProcessPeers>(comm, device, arriving_bytes(program));
    }
  }
  agree(comm, attempt([&] {
          engine_ = std::make_unique<Engine>(device, request.problem, schedule_, std::move(program), memory);
        }));
  if (choice.carrier == Carrier::nccl) on_device_ = std::make_unique<NcclTransport>(team, device);
  if (gpus && choice.turns > 1) on_device_ = std::make_unique<PushTransport>(comm, device, gpus, choice.turns);
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
  if (on_device_) return work(*engine_, *on_device_);
  MpiTransport transport(comm_, messages_);
  work(*engine_, transport);
}

}  // namespace papilio::mpi
