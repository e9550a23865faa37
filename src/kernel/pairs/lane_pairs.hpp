// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <optional>

#include "kernel/pairs/pairs.hpp"

namespace papilio::kernel {

/// Pairs of which a kernel processes some in vectors.
struct LanePairs {
  std::int64_t m = 1;
  std::int64_t begin = 0;  ///< in vectors are begin <= k < end
  std::int64_t end = 0;
  std::optional<std::int64_t> minus_i;  ///< twiddles are differences, from there on those from -i
};

/// Calls run(from, to, beside) for the parts of from <= k < to whose twiddles are differences from the same root.
template <typename Run>
void by_root(const LanePairs& pairs, std::int64_t from, std::int64_t to, Run run) {
  if (!pairs.minus_i) return run(from, to, Beside::zero);
  run(from, std::min(to, *pairs.minus_i), Beside::one);
  run(std::max(from, *pairs.minus_i), to, Beside::minus_i);
}

/// Calls visit(pair, k, m-k) for the pairs of a SIMD work-item that are not in vectors: k = 0 first, then loops, then
/// the middle if there is one.
template <typename Visit>
void for_lane_pairs(Builder& b, const LanePairs& pairs, Visit visit) {
  const std::int64_t m = pairs.m;
  Pair pair;
  pair.kind = PairKind::zero;
  visit(pair, b.constant(0), b.constant(m));
  const auto run = [&](std::int64_t from, std::int64_t to, Beside root) {
    Pair both;
    both.from = root;
    b.loop("k", b.constant(from), b.constant(to), 1, [&](Value k) { visit(both, k, b.let("mirror", m - k)); });
  };
  by_root(pairs, 1, pairs.begin, run);
  by_root(pairs, std::max<std::int64_t>(pairs.end, 1), pairs_of(m), run);
  if (m % 2 != 0) return;
  pair.kind = PairKind::middle;
  visit(pair, b.constant(m / 2), Value{});
}

}  // namespace papilio::kernel
