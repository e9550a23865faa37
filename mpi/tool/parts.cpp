// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "mpi/carriers/alone.hpp"
#include "mpi/carriers/none.hpp"
#include "mpi/choose/prepared.hpp"
#include "mpi/choose/trial_memory.hpp"
#include "mpi/ranks/agreement.hpp"
#include "samples.hpp"

namespace papilio::mpi::tool {
namespace {

/// The plan's choice with messages.
Choice with_messages(const Plan& plan, const Device& device) {
  Choice choice = parse_choice(plan.choice());
  const bool gpu = device.info().backend == Backend::cuda;
  if (choice.carrier == Carrier::peer) choice.carrier = gpu ? Carrier::nccl : Carrier::mpi_host;
  return choice;
}

/// Where messages leave from and arrive.
class MessageArrays {
 public:
  MessageArrays(const Device& device, MessageMemory memory, const ExchangesAlone& exchanges) : stream_(device) {
    const std::size_t bytes[2] = {exchanges.sent_extent(), exchanges.received_extent()};
    for (int side = 0; side < 2; ++side) {
      if (memory == MessageMemory::device) {
        buffers_[side] = Buffer(device, bytes[side]);
        address_[side] = static_cast<std::byte*>(cuda::native_pointer(buffers_[side]));
      } else {
        host_[side].resize(bytes[side]);
        address_[side] = host_[side].data();
      }
    }
  }
  void run(const ExchangesAlone& exchanges, Transport& transport) const {
    exchanges.run(transport, stream_, address_[0], address_[1]);
  }

 private:
  Stream stream_;
  Buffer buffers_[2];
  std::vector<std::byte> host_[2];
  std::byte* address_[2] = {};
};

std::optional<PartTimes> measure(MPI_Comm comm, const Device& device, const Plan& plan, double seconds) {
  Request request{plan.problem(), plan.input(), plan.output(), {}};
  MpiTeam team(comm);
  Prepared prepared(comm, device, request, with_messages(plan, device));
  std::unique_ptr<TrialMemory> memory;
  std::unique_ptr<MessageArrays> arrays;
  const ExchangesAlone exchanges(prepared.engine().program(), team.rank());
  if (exchanges.empty()) return std::nullopt;
  PartTimes times;
  prepared.with_transport([&](Engine& engine, Transport& transport) {
    agree(comm, attempt([&] {
            memory = std::make_unique<TrialMemory>(device, request, team.rank());
            arrays = std::make_unique<MessageArrays>(device, transport.memory(), exchanges);
          }));
    NoMessages silent(transport);
    times.passes = median_seconds(comm, seconds, [&] { engine.execute(team, silent, memory->user()); });
    times.exchange = median_seconds(comm, seconds, [&] { arrays->run(exchanges, transport); });
  });
  return times;
}

}  // namespace

double PartTimes::overlap(double seconds) const {
  return exchange > 0 ? std::clamp((passes + exchange - seconds) / exchange, 0.0, 1.0) : 0;
}

std::optional<PartTimes> measure_parts(MPI_Comm comm, const Device& device, const Plan& plan, double seconds) {
  if (plan.input().ranks() == 1) return std::nullopt;
  try {
    return measure(comm, device, plan, seconds);
  } catch (const Error& error) {  // the same on every rank
    if (error.code() != ErrorCode::out_of_memory && error.code() != ErrorCode::unsupported) throw;
    return std::nullopt;
  }
}

}  // namespace papilio::mpi::tool
