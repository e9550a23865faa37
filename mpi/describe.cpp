// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "six_step.hpp"
#include "transfers.hpp"

namespace papilio::mpi {
namespace {

std::string stage_text(const Stage& stage, const Schedule& schedule, int rank) {
  std::string axes;
  for (std::size_t i = stage.first; i < stage.end; ++i) axes += fmt::format(" {}", schedule.axes[i]);
  return fmt::format("\n  (stage box={} axes={})", stage.entry.boxes[static_cast<std::size_t>(rank)].text(),
                     axes.empty() ? "none" : axes.substr(1));
}

std::string exchange_text(const Schedule& schedule, std::size_t s, const Request& request) {
  const Stage& before = schedule.stages[s];
  Volume most;
  std::int64_t all = 0;
  for (int r = 0; r < before.exit.ranks(); ++r) {
    const Volume volume = schedule.six_step ? six_step_volume(schedule, s, r)
                                            : volume_exchanged(before.exit, schedule.stages[s + 1].entry, r);
    most.sent = std::max(most.sent, volume.sent);
    most.messages = std::max(most.messages, volume.messages);
    all += volume.sent;
  }
  const Problem& problem = request.problem;
  const Problem array = schedule.six_step ? *matrix_of(problem) : problem;
  const std::int64_t bytes = element_bytes_after(array, before.end) * problem.batch;
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
  if (schedule.six_step) {
    text += fmt::format("\n  (six-step {})", fmt::join(matrix_of(request.problem)->lengths, "x"));
  }
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    text += fmt::format("\n  (axis {} shapes={})", schedule.axes[i], shapes[i].tokens);
  }
  for (std::size_t s = 0; s < schedule.stages.size(); ++s) {
    text += stage_text(schedule.stages[s], schedule, rank);
    if (s + 1 == schedule.stages.size()) break;
    text += exchange_text(schedule, s, request);
  }
  return text + ")";
}

}  // namespace papilio::mpi
