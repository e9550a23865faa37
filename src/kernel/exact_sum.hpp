// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Sums that carry their rounding errors along, so that those of many numbers are as exact as those of few.
#pragma once

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// A sum is that of both numbers. `low` is what the roundings of `high` left out.
struct SumParts {
  Value high;
  Value low;
};

/// sum + x. Knuth's sum of two numbers ("The Art of Computer Programming", vol. 2, 4.2.2, theorem B) yields the
/// rounding error of high + x, and that is exact. `low` grows with each addition, and is rounded then: normalise it now
/// and then.
inline SumParts added(const SumParts& sum, Value x) {
  Builder& b = x.builder();
  const Value high = b.let("high", sum.high + x);
  const Value gain = b.let("gain", high - sum.high);
  const Value error = b.let("error", (sum.high - (high - gain)) + (x - gain));
  return {high, b.let("low", sum.low + error)};
}

/// The same sum, whose `low` is at most half an ulp of `high` (T. J. Dekker, "A floating-point technique for extending
/// the available precision", 1971): without this `low` would become large, and so would its own roundings.
inline SumParts normalised(const SumParts& sum) {
  Builder& b = sum.high.builder();
  const Value high = b.let("high", sum.high + sum.low);
  return {high, b.let("low", sum.low - (high - sum.high))};
}

}  // namespace papilio::kernel
