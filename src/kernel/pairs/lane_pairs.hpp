// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "kernel/pairs/pairs.hpp"

namespace papilio::kernel {

/// Calls visit(pair, k, m-k) for the pairs of a SIMD work-item, except for begin <= k < end: k = 0 first, then two
/// loops, then the middle if there is one.
template <typename Visit>
void for_lane_pairs(Builder& b, std::int64_t m, std::int64_t begin, std::int64_t end, Visit visit) {
  Pair pair;
  pair.kind = PairKind::zero;
  visit(pair, b.constant(0), b.constant(m));
  const auto run = [&](std::int64_t from, std::int64_t to) {
    b.loop("k", b.constant(from), b.constant(to), 1, [&](Value k) { visit(Pair{}, k, b.let("mirror", m - k)); });
  };
  run(1, begin);
  run(std::max<std::int64_t>(end, 1), pairs_of(m));
  if (m % 2 != 0) return;
  pair.kind = PairKind::middle;
  visit(pair, b.constant(m / 2), Value{});
}

}  // namespace papilio::kernel
