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
  /// Transforms some signals of the batch, evenly from the first to the last: three, or as many short ones as have 4096
  /// points in all (64 at most), or as few long ones as have 2^22. Of a signal above 2^20 points only some of the
  /// spectrum is made, in time proportional to its length: the bins k = m q + r for two values of r, by folding m parts
  /// into one (decimation in frequency by m). Throws Error(unsupported) without FFTW, and for a length above 2^24 that
  /// has no divisor for this.
  Reference(const Problem& problem, std::span<const std::byte> input);

  /// Fills the outputs that error() reads with NaN, so that what a peer leaves unwritten is seen.
  void poison(Arena& arena) const;
  /// The relative L2 error of the arena's output, over all bins that are compared; infinite where one is NaN.
  [[nodiscard]] double error(Arena& arena) const;

  /// A result with a larger error is not the transform: rounding, even with twiddles from a recurrence, stays below.
  [[nodiscard]] double limit() const { return problem_.precision == Precision::f32 ? 1e-4 : 1e-11; }

 private:
  /// Bins first, first + step, first + 2 step … of one transform.
  struct Expected {
    std::int64_t transform = 0;
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::vector<std::complex<long double>> bins;
  };
  [[nodiscard]] std::size_t transform_bytes() const;

  Problem problem_;
  std::vector<Expected> expected_;  ///< ascending by transform
};

}  // namespace papilio::bench
