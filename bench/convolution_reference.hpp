// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a convolution should give, of some of the signals: sums, or FFTW in long double (tools/check).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <papilio/convolution_problem.hpp>
#include <span>
#include <vector>

#include "bench/reference.hpp"

namespace papilio::bench {

class ConvolutionExpectation final : public Expectation {
 public:
  /// Of the first and the last signal, and of others evenly between them as Reference has it. Throws Error(unsupported)
  /// without FFTW, and for signals of more than 2^24 points.
  ConvolutionExpectation(const ConvolutionProblem& problem, std::span<const std::byte> input);

  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;
  [[nodiscard]] double limit() const override;

 private:
  /// Bytes of a result.
  [[nodiscard]] std::size_t result_bytes() const;

  ConvolutionProblem problem_;
  std::map<std::int64_t, std::vector<long double>> expected_;  ///< numbers, by signal
};

}  // namespace papilio::bench
