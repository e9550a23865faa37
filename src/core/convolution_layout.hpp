// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where signals, kernels and results of a convolution lie; and what its axes are to its transforms.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <vector>

#include "core/layout.hpp"

namespace papilio {

ArraySide signal_side(const ConvolutionProblem& problem);
ArraySide kernel_side(const ConvolutionProblem& problem);
ArraySide result_side(const ConvolutionProblem& problem);

/// For checks: a problem whose input lies as a side of `batch` arrays does, and whose transforms have all channels and
/// the convolved axes, so that one of them is what belongs to one result. Axes that are not convolved are a batch.
Problem stand_in(const ConvolutionProblem& problem, const ArraySide& side, std::int64_t batch);

/// The axis is one of convolved_axes().
bool is_convolved(const ConvolutionProblem& problem, std::size_t axis);

/// `lengths`, one an axis of the problem, with those of the convolved axes replaced by `own`, in their order.
std::vector<std::int64_t> with_convolved(const ConvolutionProblem& problem, std::vector<std::int64_t> lengths,
                                         const std::vector<std::int64_t>& own);

}  // namespace papilio
