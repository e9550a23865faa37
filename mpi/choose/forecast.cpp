// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "forecast.hpp"

#include <algorithm>

#include "mpi/arrays/transfers.hpp"
#include "mpi/program/chunks.hpp"
#include "mpi/program/program.hpp"

namespace papilio::mpi {
namespace {

/// The share of the array that the busiest rank transforms.
double share_of(const Distribution& boxes) {
  std::int64_t most = 0;
  for (const Box& box : boxes.boxes) most = std::max(most, box.volume());
  return static_cast<double>(most) / static_cast<double>(std::max<std::int64_t>(boxes.volume(), 1));
}

/// The first rank with the most elements.
int busiest_of(const Distribution& boxes) {
  const auto busiest = std::ranges::max_element(boxes.boxes, {}, &Box::volume);
  return static_cast<int>(busiest - boxes.boxes.begin());
}

/// Bytes that the rank copies: those of copies, and of messages to itself.
std::int64_t copied_bytes(const Program& program, int rank) {
  std::int64_t bytes = program.copied_bytes;
  for (const Step& step : program.steps) {
    const auto* exchange = std::get_if<ExchangeStep>(&step);
    if (exchange == nullptr) continue;
    for (const Message& message : exchange->sends) bytes += message.peer == rank ? message.bytes : 0;
  }
  return bytes;
}

}  // namespace

Machine machine_of(const Options& options, DeviceKind kind) {
  Machine machine;
  machine.link.bytes_per_second = options.bytes_per_second;
  machine.link.latency = options.latency;
  // A processor moves the messages with the cores that compute, and MPI does so only when it is called.
  if (kind == DeviceKind::cpu) return machine;
  machine.link.pack_bytes_per_second = 1.1e12;
  machine.hidden_share = 0.5;
  machine.pushes = true;
  machine.chunk_seconds = 40e-6;
  return machine;
}

double pipelined(double before, double messages, double after, int chunks) {
  double arrival = 0;
  double end = before;
  for (int chunk = 1; chunk <= chunks; ++chunk) {
    arrival = std::max(arrival, before * chunk / chunks) + messages / chunks;
    end = std::max(end, arrival) + after / chunks;
  }
  return end;
}

Forecast forecast(const Problem& problem, const Schedule& schedule, int chunks, const Machine& machine,
                  const std::vector<double>& pass_seconds) {
  Forecast result;
  std::vector<double> passes(schedule.axes.size());
  for (const ScheduleStage& stage : schedule.stages) {
    const double share = share_of(stage.entry);
    for (std::size_t i = stage.first; i < stage.end; ++i) {
      result.passes += passes[i] = pass_seconds[static_cast<std::size_t>(schedule.axes[i])] * share;
    }
  }
  const int rank = busiest_of(schedule.stages.front().entry);
  const Program program = machine.link.stores ? make_storing_program(problem, schedule, rank)
                                              : make_program(problem, schedule, rank, chunks);
  result.copies = static_cast<double>(copied_bytes(program, rank)) / machine.link.pack_bytes_per_second;
  double hidden = 0;
  double links = 0;
  RankLink no_latency = machine.link;
  no_latency.latency = 0;
  for (std::size_t s = 0; s + 1 < schedule.stages.size(); ++s) {
    const ScheduleStage& before = schedule.stages[s];
    const ScheduleStage& after = schedule.stages[s + 1];
    const std::int64_t bytes = element_bytes_after(schedule.array, before.end) * problem.batch;
    const int count = schedule.method->of_matrix ? 1 : chunks_of(problem, schedule, s, chunks).count;
    RankLink link = machine.link;
    link.latency *= count;  // as many messages
    const double seconds = exchange_seconds(schedule, s, bytes, link);
    const double first = before.end > before.first ? passes[before.end - 1] : 0;
    const double last = after.end > after.first ? passes[after.first] : 0;
    hidden += machine.hidden_share * (first + seconds + last - pipelined(first, seconds, last, count));
    hidden -= (count - 1) * machine.chunk_seconds;
    result.exchanges += seconds;
    links += exchange_seconds(schedule, s, bytes, no_latency);
  }
  result.all = result.passes + result.copies + result.exchanges - hidden;
  result.bound = std::max(result.passes, links);
  return result;
}

}  // namespace papilio::mpi
