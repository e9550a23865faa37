// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/result.hpp"

#include <algorithm>
#include <cmath>

namespace papilio::bench {

double Row::nominal_flops() const {
  const auto n = static_cast<double>(problem.points());
  return 5 * n * std::log2(n) * static_cast<double>(problem.batch);
}

std::optional<std::size_t> Report::index_of(Role role) const {
  const auto found = std::find_if(peers.begin(), peers.end(), [&](const PeerInfo& peer) { return peer.role == role; });
  if (found == peers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - peers.begin());
}

std::optional<double> Report::seconds(const Row& row, std::size_t peer) {
  const PeerResult& result = row.peers[peer];
  if (result.outcome != Outcome::measured) return std::nullopt;
  return result.seconds.median;
}

std::optional<double> Report::ratio(const Row& row, std::size_t peer) const {
  const std::optional<std::size_t> papilio = index_of(Role::papilio);
  if (!papilio) return std::nullopt;
  const std::optional<double> own = seconds(row, *papilio);
  const std::optional<double> other = seconds(row, peer);
  if (!own || !other) return std::nullopt;
  return *other / *own;
}

std::optional<double> Report::best_device_ratio(const Row& row) const {
  std::optional<double> best;
  for (std::size_t peer = 0; peer < peers.size(); ++peer) {
    if (peers[peer].role != Role::device_library) continue;
    const std::optional<double> one = ratio(row, peer);
    if (one && (!best || *one < *best)) best = one;
  }
  return best;
}

}  // namespace papilio::bench
