// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Convolutions as lists of numbers, with the defining sums in long double as the reference.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <string>
#include <vector>

#include "support/arrays.hpp"

namespace papilio::test {

/// `elements` elements of the problem's type, one or two numbers each; uniform in [-1, 1) in its precision.
Numbers random_elements(const ConvolutionProblem& problem, std::int64_t elements, std::uint64_t seed);
/// Size in numbers of the buffer of signals or of results; in place, of the shared buffer.
std::int64_t numbers_of(const ConvolutionProblem& problem, End end);
/// The buffer of signals in their storage type: integers in [-100, 100] or [0, 200]; NaN in gaps.
Numbers random_signals(const ConvolutionProblem& problem, std::uint64_t seed);
/// The buffer of kernels; NaN in gaps.
Numbers random_kernels(const ConvolutionProblem& problem, std::uint64_t seed);

/// Faults of the buffer of results, which was filled with NaN before, or in place held the signals. The error of a
/// channel is relative to the average magnitude of the whole circular convolution of `padded` points, |signal| |kernel|
/// in all: a few of its elements may be small by chance and their errors large, so they count as at least eight. The
/// bound is convolution_bound() plus the rounding of the storage type, which is relative to the result itself. Gaps
/// must be unchanged.
std::vector<std::string> faults_of_convolution(const ConvolutionProblem& problem,
                                               const std::vector<std::int64_t>& padded, const Numbers& signal,
                                               const Numbers& kernel, const Numbers& result);

}  // namespace papilio::test
