// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "part_times.hpp"

#include <algorithm>
#include <papilio/cuda.hpp>
#include <papilio/error.hpp>

#include "mpi/carriers/alone.hpp"
#include "mpi/memory/cuda_driver.hpp"
#include "prepared.hpp"
#include "samples.hpp"
#include "trial_memory.hpp"

namespace papilio::mpi {
namespace {

/// The configuration with messages. Copy engines store in any memory of the same process alone.
Configuration with_messages(Configuration configuration, const Device& device, const Team& team) {
  const bool of_matrix = configuration.stages.front().boxes == StageBoxes::matrix;
  if (configuration.carrier != Carrier::peer || (of_matrix && team.one_process())) return configuration;
  if (!is_of_cuda(device)) {
    configuration.carrier = Carrier::mpi_host;
  } else if (team.one_process()) {
    configuration.chunks = std::max(configuration.chunks, 2);
  } else {
    configuration.carrier = Carrier::nccl;
  }
  return configuration;
}

/// Memory that messages leave from and arrive in.
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

std::optional<PartTimes> measure(Team& team, const Device& device, const Request& request,
                                 const Configuration& configuration, double seconds) {
  Request trial = request;
  trial.options.work = WorkOwner::plan;
  Prepared prepared(team, device, trial, with_messages(configuration, device, team));
  const ExchangesAlone exchanges(prepared.engine().program(), team.rank());
  if (exchanges.empty()) return std::nullopt;
  std::unique_ptr<TrialMemory> memory;
  std::unique_ptr<MessageArrays> arrays;
  team.agree(attempt([&] {
    memory = std::make_unique<TrialMemory>(device, trial, team.rank());
    arrays = std::make_unique<MessageArrays>(device, prepared.transport().memory(), exchanges);
  }));
  PartTimes times;
  times.passes = median(samples_of(team, seconds, [&] { prepared.execute_passes(memory->user()); }));
  times.exchange = median(samples_of(team, seconds, [&] { arrays->run(exchanges, prepared.transport()); }));
  return times;
}

}  // namespace

double PartTimes::overlap(double seconds) const {
  return exchange > 0 ? std::clamp((passes + exchange - seconds) / exchange, 0.0, 1.0) : 0;
}

std::optional<PartTimes> measure_parts(Team& team, const Device& device, const Request& request,
                                       const Configuration& configuration, double seconds) {
  if (team.ranks() == 1) return std::nullopt;
  try {
    return measure(team, device, request, configuration, seconds);
  } catch (const Error& error) {  // the same on every rank
    if (error.code() != ErrorCode::out_of_memory && error.code() != ErrorCode::unsupported) throw;
    return std::nullopt;
  }
}

}  // namespace papilio::mpi
