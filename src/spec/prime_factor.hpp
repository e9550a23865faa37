// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Algorithm::prime_factor transforms a length with large prime factors one factor after the other, each in place in
// local memory.
//
// N = r*M, where r is the radix of the first butterfly, or 1 if all factors are large primes. The first factor
// transforms x[t + M*j], j < r, and multiplies the results by the twiddles W_N^{t k}; r arrays of M points remain to be
// transformed. The M points form an array with an axis for each further factor. Axes whose lengths have no common
// factor need no twiddles between them (Good 1958, Thomas 1963). Input t has the coordinates t_v with t = sum t_v M/G_v
// mod M, and result k has the coordinates k mod G_v, where G_v is the product of a group of axes: all axes with
// butterflies, or all axes of one prime (61*61). Within a group there are twiddles, as between all stages.
//
// An axis of a prime p is a cyclic convolution of p-1 points (Rader 1968): slot 0 holds element 0, and slot 1 + i holds
// element g^i before the DFT and g^-i after it. The convolution is in place too, a forward and an inverse transform
// (ADR 24), so the order is always the one in the slot tables. The kernel applies them when it reads its input and when
// it writes its results.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

struct Factor {
  std::int64_t length = 1;
  std::vector<int> radices;  ///< one butterfly, or the stages of a convolution of length-1 points
  /// Product of the later factors, which is the stride of the axis.
  std::int64_t later = 1;
  /// Product of the later factors of the same group; 1 for the first factor, whose twiddles are those of N.
  std::int64_t rest = 1;
  [[nodiscard]] bool convolves() const { return is_convolved(length); }
  /// True for a prime that has no butterfly.
  static bool is_convolved(std::int64_t length) { return length > largest_radix; }
  static constexpr std::int64_t largest_radix = 32;
};

/// Prime factors of n that are convolved, ascending, with repetition.
std::vector<std::int64_t> convolved_primes(std::int64_t n);

/// The factors of such a kernel, in the order in which it transforms them. `radices` holds the butterflies' radices,
/// then those of each prime's convolution, in ascending order of the primes. Empty if `radices` does not have this
/// form.
std::vector<Factor> factors_of(std::int64_t length, const std::vector<int>& radices);

/// How the work-items of such a kernel share `items` between memory and the exchange, of which each holds `points`
/// numbers: a few at once, which keep memory busy and take few registers.
struct ItemLoop {
  std::int64_t together = 1;  ///< items that a work-item holds at once
  std::int64_t times = 1;
};
ItemLoop item_loop(std::int64_t items, int points, int threads);

/// For an array of such axes: the slot of input t, and of result k.
std::vector<std::int32_t> input_slots(const std::vector<std::int64_t>& lengths);
std::vector<std::int32_t> result_slots(const std::vector<std::int64_t>& lengths);

/// Twiddles between the first axis of a group and its other axes: exponents of W_n, where n is their product, by slot.
std::vector<std::int64_t> group_twiddles(const std::vector<std::int64_t>& lengths);

}  // namespace papilio
