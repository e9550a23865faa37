// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Algorithm::prime_factor: a length with large prime factors, one factor after the other, each in place in local
// memory.
//
// N = r*M, r the first butterfly's radix, or 1 where all factors are large primes. The first factor takes x[t + M*j],
// j < r, and leaves what is still to be transformed, r times M points, with twiddles W_N^{t k}. The M points are an
// array with an axis for each further factor. Axes whose lengths have no common factor need no twiddles between them
// (Good 1958, Thomas 1963): number t of M has the coordinates t_v with t = sum t_v M/G_v mod M, result k those of its
// remainders modulo G_v, where G_v is the product of a group of axes: those of butterflies, or those of one prime
// (61*61). Within a group there are twiddles as between all stages.
//
// An axis of a prime p is a cyclic convolution of p-1 points (Rader 1968): place 0 has element 0, place 1 + i element
// g^i before and g^-i after. The convolution is done in place as well, forth and back (ADR 24), so nothing is ever in
// another order than the one that the tables of places say, which are met on the way in and on the way out.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/kernel_spec.hpp"

namespace papilio {

struct Factor {
  std::int64_t length = 1;
  std::vector<int> radices;  ///< one butterfly, or the stages of a convolution of length-1 points
  std::int64_t later = 1;    ///< product of the later factors: from one place of the axis to the next
  std::int64_t rest =
      1;  ///< those of them that belong to its group; of the first factor 1, for its twiddles are those of N
  [[nodiscard]] bool convolves() const { return is_convolved(length); }
  /// A prime for which there is no butterfly.
  static bool is_convolved(std::int64_t length) { return length > largest_radix; }
  static constexpr std::int64_t largest_radix = 32;
};

/// Primes of n that are convolved, ascending; n may have two of them that are the same.
std::vector<std::int64_t> convolved_primes(std::int64_t n);

/// The factors of such a kernel, the first one first: from its length and its radices, which are those of butterflies,
/// then those of each prime's convolution, ascending. Empty if they are not.
std::vector<Factor> factors_of(std::int64_t length, const std::vector<int>& radices);

/// For an array of such axes: the place of input t, of result k.
std::vector<std::int32_t> input_places(const std::vector<std::int64_t>& lengths);
std::vector<std::int32_t> result_places(const std::vector<std::int64_t>& lengths);

/// Twiddles between the first of a group's axes and the others: exponents of W_n, n their product, by place.
std::vector<std::int64_t> group_twiddles(const std::vector<std::int64_t>& lengths);

}  // namespace papilio
