// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What is transformed, and what should come out: FFTW in long double, on some transforms of the batch.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "bench/arena.hpp"

namespace papilio::bench {

/// The input of `problem`: real and imaginary parts uniform in [-1, 1), the same in every run.
std::vector<std::byte> random_input(const Problem& problem);

class Reference {
 public:
  /// Transforms the first, the middle and the last signal of the batch.
  Reference(const Problem& problem, const std::vector<std::byte>& input);

  /// The relative L2 error of the arena's output, of the worst of the transforms; infinite where there is a NaN.
  [[nodiscard]] double error(Arena& arena) const;

  /// A result with a larger error is not the transform: rounding, even with twiddles from a recurrence, stays below.
  [[nodiscard]] double limit() const { return problem_.precision == Precision::f32 ? 1e-4 : 1e-11; }

 private:
  using Signal = std::vector<std::complex<long double>>;
  struct Expected {
    std::int64_t index = 0;
    Signal spectrum;
  };
  Problem problem_;
  std::vector<Expected> expected_;
};

}  // namespace papilio::bench
