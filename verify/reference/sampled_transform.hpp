// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exact results of a part of a problem, computed quickly: some transforms of the batch, or some elements of a long one,
// by FFTW in long double. Its significand of 64 bits has 11 more than f64's, so its own error is a thousandth of the
// measured one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <set>
#include <span>
#include <vector>

#include "core/roots.hpp"

namespace papilio::verify {

/// Elements first, first + step, first + 2 step … of one transform, in row-major order, before they are scaled.
struct ExpectedElements {
  std::int64_t transform = 0;
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::vector<LongComplex> elements;  ///< without imaginary parts where the output is real
};

/// Results of some transforms of the batch, evenly from the first to the last, ascending: three transforms, or as many
/// short ones as have 4096 points in all (64 at most), or as few long ones as have 2^22. Of c2c, r2c and c2r above 2^20
/// points only some of the last result is made, in time proportional to its size: of a signal the bins k = m q + r for
/// two values of r, by folding m parts into one (decimation in frequency by m); of several axes two lines along the
/// last, all others having been summed up with their roots of unity. Of a chirp z-transform some results of the last
/// array are made, without FFTW. Throws Error(unsupported) without FFTW, for a length above 2^24 that has no divisor
/// for this, and for real-to-real transforms of more points.
std::vector<ExpectedElements> expected_elements(const Problem& problem, std::span<const std::byte> input);

/// `count` of `all`, evenly from the first to the last.
std::set<std::int64_t> evenly_spread(std::int64_t all, std::int64_t count);

}  // namespace papilio::verify
