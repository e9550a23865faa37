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
#include "tools/check/side_layout.hpp"

namespace papilio::bench {

/// What a peer's result is held against.
class Expectation {
 public:
  Expectation() = default;
  Expectation(const Expectation&) = delete;
  Expectation& operator=(const Expectation&) = delete;
  virtual ~Expectation() = default;

  /// Fills the outputs that error() reads with NaN, so that what a peer leaves unwritten is seen. Not in place, where
  /// they are the input.
  virtual void poison(Arena& arena) const = 0;
  /// The relative L2 error of the arena's result, over all elements that are compared; infinite where one is NaN.
  [[nodiscard]] virtual double error(Arena& arena) const = 0;
  /// A result with a larger error is not the transform: rounding, even with twiddles from a recurrence and that of a
  /// narrow type after every pass, stays below.
  [[nodiscard]] virtual double limit() const = 0;
};

class Reference final : public Expectation {
 public:
  /// Transforms some of the batch, evenly from the first to the last: three, or as many short ones as have 4096 points
  /// in all (64 at most), or as few long ones as have 2^22. Of c2c, r2c and c2r above 2^20 points only some of the
  /// result is made, in time proportional to its size: of a signal the bins k = m q + r for two values of r, by folding
  /// m parts into one (decimation in frequency by m); of several axes two lines along the last, all others having been
  /// summed up with their roots of unity. Throws Error(unsupported) without FFTW, for a length above 2^24 that has no
  /// divisor for this, and for real-to-real transforms of more points.
  Reference(const Problem& problem, std::span<const std::byte> input);

  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;
  [[nodiscard]] double limit() const override;

 private:
  /// Elements first, first + step, first + 2 step … of one transform, in row-major order, before they are scaled.
  struct Expected {
    std::int64_t transform = 0;
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::vector<std::complex<long double>> elements;  ///< without imaginary parts where the output is real
  };
  /// Numbers of the output that an Expected lies among.
  struct Extent {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  void expect_whole(std::span<const std::byte> input, std::int64_t transform);
  void expect_bins(std::span<const std::byte> input, std::int64_t parts);
  void expect_lines(std::span<const std::byte> input);
  [[nodiscard]] Extent extent_of(const Expected& expected) const;
  /// For each of expected_, or one for all of them where they are wide apart or planar.
  [[nodiscard]] std::vector<Extent> extents() const;

  Problem problem_;
  tool::SideLayout in_;
  tool::SideLayout out_;
  std::vector<Expected> expected_;  ///< ascending by transform
};

}  // namespace papilio::bench
