// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/result.hpp"

#include <algorithm>
#include <cmath>

namespace papilio::bench {

std::optional<double> Row::seconds(std::size_t peer) const {
  if (peer >= peers.size() || peers[peer].outcome != PeerOutcome::measured) return std::nullopt;
  return peers[peer].seconds.median;
}

std::optional<double> Row::element_rate(std::size_t peer) const {
  const std::optional<double> time = seconds(peer);
  if (!time || *time <= 0) return std::nullopt;
  return problem.elements() / *time;
}

std::optional<double> Row::bandwidth(std::size_t peer) const {
  const std::optional<double> time = seconds(peer);
  if (!time || *time <= 0) return std::nullopt;
  return problem.mode().transforms() * static_cast<double>(problem.minimal_bytes()) / *time;
}

std::optional<double> Row::efficiency(std::size_t peer) const {
  const std::optional<double> time = seconds(peer);
  if (!time || *time <= 0 || !copy_seconds || problem.mode().end_to_end) return std::nullopt;
  return problem.mode().transforms() * *copy_seconds / *time;  // the copy moves the minimal bytes
}

std::optional<double> Row::flop_rate(std::size_t peer) const {
  const std::optional<double> time = seconds(peer);
  if (!time || *time <= 0 || problem.points() == 1) return std::nullopt;
  return problem.nominal_flops() / *time;
}

std::optional<double> Row::ratio(std::size_t peer) const {
  const std::optional<double> own = seconds(0);
  const std::optional<double> other = seconds(peer);
  if (!own || !other || *own <= 0) return std::nullopt;
  return *other / *own;
}

std::optional<double> Row::joules(std::size_t peer) const {
  if (peer >= peers.size() || !peers[peer].joules) return std::nullopt;
  return *peers[peer].joules / static_cast<double>(problem.batch());
}

std::vector<std::string> Report::suites() const {
  std::vector<std::string> names;
  for (const Row& row : rows) {
    if (std::find(names.begin(), names.end(), row.suite) == names.end()) names.push_back(row.suite);
  }
  return names;
}

std::optional<double> Report::best_ratio(const Row& row) const {
  std::optional<double> best;
  for (std::size_t peer = 0; peer < peers.size(); ++peer) {
    if (peers[peer].role != PeerRole::device_library) continue;
    const std::optional<double> one = row.ratio(peer);
    if (one && (!best || *one < *best)) best = one;
  }
  return best;
}

std::optional<std::size_t> Report::single_calls() const {
  const auto found = std::find_if(peers.begin(), peers.end(),
                                  [](const PeerInfo& peer) { return peer.role == PeerRole::single_calls; });
  return found != peers.end() ? std::optional(static_cast<std::size_t>(found - peers.begin())) : std::nullopt;
}

bool Report::papilio_is_sound() const {
  return std::all_of(rows.begin(), rows.end(), [](const Row& row) {
    return !row.peers.empty() && row.peers.front().outcome == PeerOutcome::measured;
  });
}

std::optional<Change> Report::change(const Row& row) const {
  if (!baseline || !row.seconds(0)) return std::nullopt;
  const auto before = baseline->seconds.find(row.problem.key());
  if (before == baseline->seconds.end()) return std::nullopt;
  return compare(before->second, row.peers.front().seconds, settings.tolerance);
}

std::size_t Report::regressions() const {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const Row& row) {
    const std::optional<Change> one = change(row);
    return one && one->verdict == Verdict::slower;
  }));
}

std::optional<double> mean_of(const std::vector<Row>& rows, const std::string& suite, const RowValue& value) {
  std::vector<double> values;
  for (const Row& row : rows) {
    if (!suite.empty() && row.suite != suite) continue;
    const std::optional<double> one = value(row);
    if (one && *one > 0) values.push_back(*one);
  }
  if (values.empty()) return std::nullopt;
  return geometric_mean(values);
}

const char* name_of(PeerOutcome outcome) {
  switch (outcome) {
    case PeerOutcome::measured:
      return "measured";
    case PeerOutcome::unsupported:
      return "unsupported";
    case PeerOutcome::omitted:
      return "omitted";
    case PeerOutcome::failed:
      return "failed";
    case PeerOutcome::wrong:
      return "wrong";
  }
  return "";
}

}  // namespace papilio::bench
