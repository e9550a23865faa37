// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The expected result, with which a peer's result is compared.
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/problem.hpp>
#include <span>

#include "bench/arena.hpp"
#include "bench/work.hpp"

namespace papilio::bench {

class Expectation {
 public:
  Expectation(const Expectation&) = delete;
  Expectation& operator=(const Expectation&) = delete;
  virtual ~Expectation() = default;

  /// Fills the outputs that error() reads with NaN, so that elements that a peer leaves unwritten are detected. Not in
  /// place, where they are the input.
  virtual void poison(Arena& arena) const = 0;
  /// The relative L2 error of the arena's result over all compared elements; infinite if one of them is NaN.
  [[nodiscard]] virtual double error(Arena& arena) const = 0;
  /// A result with a larger error is wrong. Rounding errors stay below this limit, even with twiddles from a recurrence
  /// and a narrow storage type after every pass. A non-uniform transform may have ten times its tolerance besides.
  [[nodiscard]] double limit() const { return limit_; }

 protected:
  /// For results computed in `precision` and stored as `storage`.
  Expectation(Precision precision, Storage storage, double tolerance = 0);
  /// sqrt(difference / norm), of squares; infinite for NaN, and 0 if there is no difference, even if the norm is 0.
  static double ratio(long double difference, long double norm);

 private:
  double limit_;
};

/// Covers of a convolution the first and the last signal, and others evenly between them, of a transform a part
/// likewise, of signals whose reference takes seconds some numbers alone, of a ragged batch some transforms, of a
/// non-uniform transform some results, of a round trip all; then `input` must outlive it. Throws what
/// verify::expected_elements() does; of a convolution Error(unsupported) without FFTW, and for signals of more than
/// 2^24 points.
std::unique_ptr<Expectation> expectation_of(const Work& work, std::span<const std::byte> input);

}  // namespace papilio::bench
