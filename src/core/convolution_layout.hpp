// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory layouts of a convolution's signals, kernels and results, and the role of its axes in its transforms.
#pragma once

#include <cstdint>
#include <papilio/convolution_problem.hpp>
#include <vector>

#include "core/layout.hpp"

namespace papilio {

ArraySide signal_side(const ConvolutionProblem& problem);
ArraySide kernel_side(const ConvolutionProblem& problem);
ArraySide result_side(const ConvolutionProblem& problem);

/// For checks: a problem whose input has the layout of `side` with `batch` arrays, and that transforms the channels and
/// the convolved axes, so that one transform is what one result depends on. The other axes are a batch.
Problem stand_in(const ConvolutionProblem& problem, const ArraySide& side, std::int64_t batch);

/// True if the axis is one of convolved_axes().
bool is_convolved(const ConvolutionProblem& problem, std::size_t axis);

/// `lengths`, one per axis of the problem, with those of the convolved axes replaced by `own`, in the axes' order.
std::vector<std::int64_t> with_convolved(const ConvolutionProblem& problem, std::vector<std::int64_t> lengths,
                                         const std::vector<std::int64_t>& own);

}  // namespace papilio
