// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mpi/arrays/transfers.hpp"

namespace papilio::mpi {
namespace {

std::string stage_text(const ScheduleStage& stage, const Schedule& schedule, int rank) {
  std::string axes;
  for (std::size_t i = stage.first; i < stage.end; ++i) axes += fmt::format(" {}", schedule.axes[i]);
  return fmt::format("\n  (stage box={} axes={})", stage.entry.boxes[static_cast<std::size_t>(rank)].text(),
                     axes.empty() ? "none" : axes.substr(1));
}

/// Bytes of one rank's messages to others.
struct SentBytes {
  std::int64_t all = 0;
  std::int64_t largest = 0;  ///< to one other rank
};
SentBytes sent_bytes(const Description& plan, std::size_t s, int rank) {
  const ScheduleStage& before = plan.schedule.stages[s];
  const Problem& problem = plan.request.problem;
  const std::int64_t bytes = element_bytes_after(plan.schedule.array, before.end) * problem.batch;
  SentBytes sent;
  if (plan.schedule.method->of_matrix)
    return {plan.schedule.method->volume_after(plan.schedule, s, rank).sent * bytes, 0};
  for (const BoxBlock& block : blocks_sent(before.exit, plan.schedule.stages[s + 1].entry, rank)) {
    if (block.peer == rank) continue;
    const std::int64_t message = block.box.volume() * bytes;
    sent.all += message;
    sent.largest = std::max(sent.largest, message);
  }
  return sent;
}

/// Bytes that one rank sends in each exchange.
std::vector<SentBytes> sent_of(const Description& plan, int rank) {
  std::vector<SentBytes> result;
  for (std::size_t s = 0; s + 1 < plan.schedule.stages.size(); ++s) result.push_back(sent_bytes(plan, s, rank));
  return result;
}

std::string exchange_text(const Description& plan, std::size_t s, const std::vector<std::vector<SentBytes>>& by_rank) {
  const Schedule& schedule = plan.schedule;
  const ScheduleStage& before = schedule.stages[s];
  std::int64_t all = 0;
  std::int64_t most = 0;
  std::int64_t pair = 0;
  int max_messages = 0;
  for (int r = 0; r < before.exit.ranks(); ++r) {
    const SentBytes& sent = by_rank[static_cast<std::size_t>(r)][s];
    all += sent.all;
    most = std::max(most, sent.all);
    pair = std::max(pair, sent.largest);
    max_messages = std::max(max_messages, schedule.method->volume_after(schedule, s, r).messages);
  }
  const double seconds = static_cast<double>(most) / plan.request.options.bytes_per_second;
  const std::string largest = schedule.method->of_matrix ? "" : fmt::format(" largest-pair={}", pair);
  const bool stored = std::ranges::any_of(plan.program.steps,
                                          [](const Step& step) { return std::holds_alternative<RankBarrier>(step); });
  const std::string messages = stored ? "" : fmt::format(" messages={}", max_messages);
  const bool between = before.end > 0 && before.end < schedule.axes.size();
  const std::string_view type = between ? scratch_name(plan.request.problem) : std::string_view{};
  const std::string as = type.empty() ? "" : fmt::format(" as={}", type);
  return fmt::format("\n  (exchange{} bytes={} largest-rank={}{}{} bound={:.3g}s)", as, all, most, largest, messages,
                     seconds);
}

std::string decision_text(const Selection& selection) {
  const Forecast& forecast = selection.forecast;
  std::string text = fmt::format("\n  (choice {} from={}", to_text(selection.configuration), name_of(selection.source));
  if (selection.seconds > 0) text += fmt::format(" measured={:.4g}s", selection.seconds);
  text += fmt::format(")\n  (expected {:.3g}s passes={:.3g}s copies={:.3g}s exchanges={:.3g}s bound={:.3g}s)",
                      forecast.all, forecast.passes, forecast.copies, forecast.exchanges, forecast.bound);
  if (!selection.note.empty()) text += fmt::format("\n  (note \"{}\")", selection.note);
  return text;
}

}  // namespace

std::string describe(const Description& plan) {
  const Request& request = plan.request;
  const Schedule& schedule = plan.schedule;
  std::string text =
      fmt::format("(mpi {} ranks={} rank={} sent={} received={} copied={}", request.problem.token(), request.in.ranks(),
                  plan.rank, plan.program.sent_bytes, plan.program.received_bytes, plan.program.copied_bytes);
  if (plan.selection != nullptr) {
    text += decision_text(*plan.selection);
  } else {
    text += fmt::format(" exchanges={:.3g}s", schedule.seconds);
  }
  if (request.options.work == WorkOwner::caller) {
    text += fmt::format("\n  (work of=caller host={} device={} plan={})", plan.work.caller.host,
                        plan.work.caller.device, plan.work.plan);
  }
  if (schedule.method->of_matrix) {
    text += fmt::format("\n  ({} {})", schedule.method->name, fmt::join(schedule.array.lengths, "x"));
  }
  if (const std::string_view scratch = scratch_name(request.problem); !scratch.empty()) {
    text += fmt::format("\n  (between-axes {} error={:.2e})", scratch, plan.roundings);
  }
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    text += fmt::format("\n  (axis {} shapes={})", schedule.axes[i], plan.shapes[i].tokens);
  }
  std::vector<std::vector<SentBytes>> sent;
  for (int rank = 0; rank < request.in.ranks(); ++rank) sent.push_back(sent_of(plan, rank));
  for (std::size_t s = 0; s < schedule.stages.size(); ++s) {
    text += stage_text(schedule.stages[s], schedule, plan.rank);
    if (s + 1 == schedule.stages.size()) break;
    text += exchange_text(plan, s, sent);
  }
  return text + ")";
}

}  // namespace papilio::mpi
