// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "transfers.hpp"

namespace papilio::mpi {
namespace {

std::string stage_text(const Stage& stage, const Schedule& schedule, int rank) {
  std::string axes;
  for (std::size_t i = stage.first; i < stage.end; ++i) axes += fmt::format(" {}", schedule.axes[i]);
  return fmt::format("\n  (stage box={} axes={})", stage.entry.boxes[static_cast<std::size_t>(rank)].text(),
                     axes.empty() ? "none" : axes.substr(1));
}

std::string exchange_text(const Stage& before, const Stage& after, const Request& request, std::int64_t element_bytes) {
  Volume most;
  std::int64_t all = 0;
  for (int r = 0; r < before.exit.ranks(); ++r) {
    const Volume volume = volume_exchanged(before.exit, after.entry, r);
    most.sent = std::max(most.sent, volume.sent);
    most.messages = std::max(most.messages, volume.messages);
    all += volume.sent;
  }
  const std::int64_t bytes = element_bytes * request.problem.batch;
  const double seconds = static_cast<double>(most.sent * bytes) / request.options.bytes_per_second;
  return fmt::format("\n  (exchange bytes={} largest-rank={} messages={} bound={:.3g}s)", all * bytes,
                     most.sent * bytes, most.messages, seconds);
}

}  // namespace

std::string describe(const Request& request, const Schedule& schedule, const Program& program,
                     const std::vector<Shapes>& shapes, int rank) {
  std::string text = fmt::format("(mpi {} ranks={} rank={} sent={} received={} copied={} exchanges={:.3g}s",
                                 request.problem.token(), request.in.ranks(), rank, program.sent_bytes,
                                 program.received_bytes, program.copied_bytes, schedule.seconds);
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    text += fmt::format("\n  (axis {} shapes={})", schedule.axes[i], shapes[i].tokens);
  }
  for (std::size_t s = 0; s < schedule.stages.size(); ++s) {
    text += stage_text(schedule.stages[s], schedule, rank);
    if (s + 1 == schedule.stages.size()) break;
    text += exchange_text(schedule.stages[s], schedule.stages[s + 1], request,
                          element_bytes_after(request.problem, schedule.stages[s].end));
  }
  return text + ")";
}

}  // namespace papilio::mpi
