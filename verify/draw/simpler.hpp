// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a failing problem is made smaller by.
#pragma once

#include <functional>
#include <papilio/convolution_problem.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <variant>
#include <vector>

namespace papilio::verify {

/// Valid, normalised problems that differ from `problem` in one respect and are simpler in it: packed instead of
/// strided, an option less, an axis less, a smaller number. The largest steps come first.
std::vector<Problem> simpler(const Problem& problem);
std::vector<ConvolutionProblem> simpler(const ConvolutionProblem& problem);

/// The smallest that single steps of simpler() lead to while `fails` is true. Calls it at most `most` times, with no
/// problem twice.
template <class Any>
Any shrink(Any failing, const std::function<bool(const Any&)>& fails, int most);

extern template Problem shrink(Problem, const std::function<bool(const Problem&)>&, int);
extern template ConvolutionProblem shrink(ConvolutionProblem, const std::function<bool(const ConvolutionProblem&)>&,
                                          int);

}  // namespace papilio::verify
