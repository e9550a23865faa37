// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What should come out: FFTW in long double, opened at run time, on some transforms of the batch. Its 64 bits of
// significand are 11 more than f64's, so its own error is a thousandth of what is measured.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "bench/arena.hpp"

namespace papilio::bench {

class Reference {
 public:
  /// Transforms some arrays of the batch, evenly from the first to the last: three, or as many short ones as have 4096
  /// points in all (64 at most), or as few long ones as have 2^22. Of an array above 2^20 points only some of the result
  /// is made, in time proportional to its size: of a signal the bins k = m q + r for two values of r, by folding m parts
  /// into one (decimation in frequency by m); of an array of several axes two lines along the last, all others having been
  /// summed up with their roots of unity. Throws Error(unsupported) without FFTW, and for a length above 2^24 that has no
  /// divisor for this.
  Reference(const Problem& problem, std::span<const std::byte> input);

  /// Fills the outputs that error() reads with NaN, so that what a peer leaves unwritten is seen.
  void poison(Arena& arena) const;
  /// The relative L2 error of the arena's output, over all bins that are compared; infinite where one is NaN.
  [[nodiscard]] double error(Arena& arena) const;

  /// A result with a larger error is not the transform: rounding, even with twiddles from a recurrence, stays below.
  [[nodiscard]] double limit() const { return problem_.precision == Precision::f32 ? 1e-4 : 1e-11; }

 private:
  /// Elements first, first + step, first + 2 step … of one output array.
  struct Expected {
    std::int64_t array = 0;
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::vector<std::complex<long double>> elements;  ///< without imaginary parts where the output is real
  };
  [[nodiscard]] std::int64_t output_count() const;  ///< elements of an array
  void expect_whole(std::span<const std::byte> input, std::int64_t array);
  void expect_bins(std::span<const std::byte> input, std::int64_t parts);
  void expect_lines(std::span<const std::byte> input);

  Problem problem_;
  std::vector<Expected> expected_;  ///< ascending by array
};

}  // namespace papilio::bench
