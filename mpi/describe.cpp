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

/// Bytes of the busiest link between two ranks, in one direction.
std::int64_t most_of_a_pair(const Distribution& from, const Distribution& to, int rank) {
  std::int64_t most = 0;
  for (const Block& block : blocks_sent(from, to, rank)) {
    if (block.peer != rank) most = std::max(most, block.box.volume());
  }
  return most;
}

std::string exchange_text(const Description& plan, std::size_t s) {
  const Schedule& schedule = plan.schedule;
  const Stage& before = schedule.stages[s];
  Volume most;
  std::int64_t all = 0;
  std::int64_t pair = 0;
  for (int r = 0; r < before.exit.ranks(); ++r) {
    const Volume volume = volume_after(schedule, s, r);
    most.sent = std::max(most.sent, volume.sent);
    most.messages = std::max(most.messages, volume.messages);
    all += volume.sent;
    if (!schedule.six_step) pair = std::max(pair, most_of_a_pair(before.exit, schedule.stages[s + 1].entry, r));
  }
  const Problem& problem = plan.request.problem;
  const std::int64_t bytes = exchanged_bytes(problem, schedule, before.end) * problem.batch;
  const double seconds = static_cast<double>(most.sent * bytes) / plan.request.options.bytes_per_second;
  const std::string largest = schedule.six_step ? "" : fmt::format(" largest-pair={}", pair * bytes);
  const bool stored =
      std::ranges::any_of(plan.program.steps, [](const Step& step) { return std::holds_alternative<Meeting>(step); });
  const std::string messages = stored ? "" : fmt::format(" messages={}", most.messages);
  const std::string_view scratch = scratch_name(problem);
  const bool between = before.end > 0 && before.end < schedule.axes.size();
  const std::string as = scratch.empty() || !between ? "" : fmt::format(" as={}", scratch);
  return fmt::format("\n  (exchange{} bytes={} largest-rank={}{}{} bound={:.3g}s)", as, all * bytes, most.sent * bytes,
                     largest, messages, seconds);
}

std::string decision_text(const Decision& decision) {
  const Forecast& forecast = decision.forecast;
  std::string text = fmt::format("\n  (choice {} from={}", to_text(decision.choice), name_of(decision.source));
  if (decision.seconds > 0) text += fmt::format(" measured={:.4g}s", decision.seconds);
  text += fmt::format(")\n  (expected {:.3g}s passes={:.3g}s copies={:.3g}s exchanges={:.3g}s bound={:.3g}s)",
                      forecast.all, forecast.passes, forecast.copies, forecast.exchanges, forecast.bound);
  if (!decision.note.empty()) text += fmt::format("\n  (note \"{}\")", decision.note);
  return text;
}

}  // namespace

std::string describe(const Description& plan) {
  const Request& request = plan.request;
  const Schedule& schedule = plan.schedule;
  std::string text =
      fmt::format("(mpi {} ranks={} rank={} sent={} received={} copied={}", request.problem.token(), request.in.ranks(),
                  plan.rank, plan.program.sent_bytes, plan.program.received_bytes, plan.program.copied_bytes);
  if (plan.decision != nullptr) {
    text += decision_text(*plan.decision);
  } else {
    text += fmt::format(" exchanges={:.3g}s", schedule.seconds);
  }
  if (schedule.six_step) {
    text += fmt::format("\n  ({} {})", schedule.convolution ? "convolution" : "six-step",
                        fmt::join(array_of(request.problem, schedule).lengths, "x"));
  }
  if (const std::string_view scratch = scratch_name(request.problem); !scratch.empty()) {
    text += fmt::format("\n  (between-axes {} error={:.2e}", scratch, plan.roundings.error);
    text += plan.roundings.least > 0 ? fmt::format(" least={:.2e})", plan.roundings.least) : ")";
  }
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    text += fmt::format("\n  (axis {} shapes={})", schedule.axes[i], plan.shapes[i].tokens);
  }
  for (std::size_t s = 0; s < schedule.stages.size(); ++s) {
    text += stage_text(schedule.stages[s], schedule, plan.rank);
    if (s + 1 == schedule.stages.size()) break;
    text += exchange_text(plan, s);
  }
  return text + ")";
}

}  // namespace papilio::mpi
