// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/pairs/pairs.hpp"

namespace papilio::kernel {

/// The pairs of a SIMD work-item, as `k`, m-k and the pair: one loop, with k = 0 before it and the middle behind it.
template <typename Visit>
void for_lane_pairs(Builder& b, std::int64_t m, Visit visit) {
  Pair pair;
  pair.kind = PairKind::zero;
  visit(pair, b.constant(0), b.constant(m));
  b.loop("k", b.constant(1), b.constant(pairs_of(m)), 1, [&](Value k) { visit(Pair{}, k, b.let("mirror", m - k)); });
  if (m % 2 != 0) return;
  pair.kind = PairKind::middle;
  visit(pair, b.constant(m / 2), Value{});
}

}  // namespace papilio::kernel
