// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Intervals of integers with a stride: what verify() knows of an index. The stride lets `for e = 4*t .. 4096 step 1024`
// end at 4092, so that a vector of four at e is seen to stay inside. (Balakrishnan and Reps, "Analyzing memory accesses
// in x86 executables", CC 2004, use the same domain.)
#pragma once

#include <cstdint>
#include <limits>

namespace papilio::ir {

/// The integers low, low + stride, … high. Bounds beyond i64 saturate; a saturated bound means "no bound known".
struct Interval {
  static constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

  std::int64_t low = lowest;
  std::int64_t high = highest;
  std::int64_t stride = 1;  ///< 0 for a single integer

  [[nodiscard]] bool single() const { return low == high; }
  /// True where every member is a multiple of n > 0.
  [[nodiscard]] bool multiple_of(std::int64_t n) const;
  /// True where no member is a multiple of n > 0.
  [[nodiscard]] bool never_multiple_of(std::int64_t n) const;
  friend bool operator==(const Interval&, const Interval&) = default;
};

Interval single(std::int64_t value);
/// The members low, low + stride, … that are <= high. Needs low <= high, stride >= 0.
Interval strided(std::int64_t low, std::int64_t high, std::int64_t stride = 1);

Interval neg(const Interval& a);
Interval add(const Interval& a, const Interval& b);
Interval sub(const Interval& a, const Interval& b);
Interval mul(const Interval& a, const Interval& b);
Interval min(const Interval& a, const Interval& b);
Interval max(const Interval& a, const Interval& b);
/// The smallest interval with all members of both.
Interval hull(const Interval& a, const Interval& b);

// The IR defines these for operands that are not negative and divisors that are positive; other members are ignored.
Interval div(const Interval& a, const Interval& b);
Interval mod(const Interval& a, const Interval& b);
Interval bit_and(const Interval& a, const Interval& b);
/// bit_or and bit_xor.
Interval bit_or(const Interval& a, const Interval& b);
Interval shl(const Interval& a, const Interval& b);
Interval shr(const Interval& a, const Interval& b);

/// The members of `a` in [low, high]; false where there are none, and `a` is left alone.
bool narrow(Interval& a, std::int64_t low, std::int64_t high);

// Bounds that stay at the ends of i64.
std::int64_t saturating_add(std::int64_t a, std::int64_t b);
std::int64_t saturating_sub(std::int64_t a, std::int64_t b);
std::int64_t saturating_mul(std::int64_t a, std::int64_t b);

}  // namespace papilio::ir
