// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions as lists of numbers, and what is right: the definition's sums in long double.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <string>
#include <vector>

#include "support/arrays.hpp"

namespace papilio::test {

/// `elements` of the problem's type: one number each, or two; uniform in [-1, 1) in its precision.
Numbers random_elements(const ConvolutionProblem& problem, std::int64_t elements, std::uint64_t seed);
/// Of the buffer of signals, or of results; in place, of the one that is both.
std::int64_t numbers_of(const ConvolutionProblem& problem, End end);
/// The buffer of signals as they are stored: of integers those in [-100, 100], or in [0, 200]; NaN in the gaps.
Numbers random_signals(const ConvolutionProblem& problem, std::uint64_t seed);
/// The buffer of kernels; NaN in the gaps.
Numbers random_kernels(const ConvolutionProblem& problem, std::uint64_t seed);

/// What is wrong with the buffer of results, which was full of NaN, or in place held the signals. The error of a
/// channel is relative to what the whole circular convolution of `padded` points is on average, |signal| |kernel| in
/// all: a few elements of it may be small by chance, and the errors of a few large, so that they count as eight. The
/// bound is that of convolution_bound(), and the rounding of what is stored, which is relative to the result itself.
/// Gaps are as they were.
std::vector<std::string> faults_of_convolution(const ConvolutionProblem& problem,
                                               const std::vector<std::int64_t>& padded, const Numbers& signal,
                                               const Numbers& kernel, const Numbers& result);

}  // namespace papilio::test
