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

/// Bytes of the busiest link between two ranks, in one direction.
std::int64_t most_of_a_pair(const Distribution& from, const Distribution& to, int rank) {
  std::int64_t most = 0;
  for (const Block& block : blocks_sent(from, to, rank)) {
    if (block.peer != rank) most = std::max(most, block.box.volume());
  }
  return most;
}

std::string exchange_text(const Stage& before, const Stage& after, const Request& request, std::int64_t element_bytes) {
  Volume most;
  std::int64_t all = 0;
  std::int64_t pair = 0;
  for (int r = 0; r < before.exit.ranks(); ++r) {
    const Volume volume = volume_exchanged(before.exit, after.entry, r);
    most.sent = std::max(most.sent, volume.sent);
    most.messages = std::max(most.messages, volume.messages);
    all += volume.sent;
    pair = std::max(pair, most_of_a_pair(before.exit, after.entry, r));
  }
  const std::int64_t bytes = element_bytes * request.problem.batch;
  const double seconds = static_cast<double>(most.sent * bytes) / request.options.bytes_per_second;
  return fmt::format("\n  (exchange bytes={} largest-rank={} largest-pair={} messages={} bound={:.3g}s)", all * bytes,
                     most.sent * bytes, pair * bytes, most.messages, seconds);
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
  for (std::size_t i = 0; i < schedule.axes.size(); ++i) {
    text += fmt::format("\n  (axis {} shapes={})", schedule.axes[i], plan.shapes[i].tokens);
  }
  for (std::size_t s = 0; s < schedule.stages.size(); ++s) {
    text += stage_text(schedule.stages[s], schedule, plan.rank);
    if (s + 1 == schedule.stages.size()) break;
    text += exchange_text(schedule.stages[s], schedule.stages[s + 1], request,
                          element_bytes_after(request.problem, schedule.stages[s].end));
  }
  return text + ")";
}

}  // namespace papilio::mpi
