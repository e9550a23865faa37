// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The expected results of convolutions and operators.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <papilio/convolution_problem.hpp>
#include <span>
#include <vector>

#include "bench/expectation.hpp"
#include "verify/reference/convolution_groups.hpp"
#include "verify/reference/convolution_reference.hpp"

namespace papilio::bench {

/// The expected result of a convolution, for some of the signals: by direct sums, or by FFTW in long double
/// (verify/reference/convolution_reference.hpp). Of long signals some numbers of it, by sums, within seconds.
class ConvolutionExpectation final : public Expectation {
 public:
  /// Covers the first and the last signal, and others evenly between them, as for transforms. Throws Error(unsupported)
  /// without FFTW, and for signals of more than 2^24 points.
  ConvolutionExpectation(const ConvolutionProblem& problem, std::span<const std::byte> input);

  void poison(Arena& arena) const override;
  [[nodiscard]] double error(Arena& arena) const override;

 private:
  /// Numbers of the result of a group, channels one after the other; all of them, or those that `sampled` names, in
  /// ascending order.
  struct ExpectedNumbers {
    std::vector<std::int64_t> sampled;
    std::vector<long double> numbers;
  };
  /// A part of a buffer, from the first number of a result to its last.
  struct NumberRange {
    std::int64_t first = 0;  ///< number
    std::size_t offset = 0;  ///< bytes
    std::size_t bytes = 0;
  };

  [[nodiscard]] std::vector<double> signal_of(std::span<const std::byte> input, std::int64_t group) const;
  std::vector<long double> result_of(verify::ConvolutionReference<long double>& reference, const std::vector<double>& x,
                                     const std::vector<double>& h) const;
  [[nodiscard]] ExpectedNumbers sample_of(const std::vector<double>& x, const std::vector<double>& h) const;
  [[nodiscard]] NumberRange window(std::int64_t group) const;

  ConvolutionProblem problem_;
  verify::ConvolutionGroups groups_;
  std::map<std::int64_t, ExpectedNumbers> expected_;  ///< by group
};

}  // namespace papilio::bench
