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
/// All signals of the problem as they are stored: of integers those in [-100, 100], or in [0, 200].
Numbers random_signals(const ConvolutionProblem& problem, std::uint64_t seed);

/// What is wrong with a result. Its error is relative to what the whole circular convolution of `padded` points is on
/// average, |signal| |kernel| in all: a few elements of it may be small by chance, and
/// the errors of a few large, so that they count as eight. The bound is that of three transforms in a row, and the
/// rounding of what is stored, which is relative to the result itself.
std::vector<std::string> faults_of_convolution(const ConvolutionProblem& problem,
                                               const std::vector<std::int64_t>& padded, const Numbers& signal,
                                               const Numbers& kernel, const Numbers& result);

}  // namespace papilio::test
