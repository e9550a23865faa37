// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Splits a long signal into segments that overlap by the kernel's length minus one.
#pragma once

#include <papilio/convolution_problem.hpp>

#include "core/device_caps.hpp"

namespace papilio::plan {

struct Segments {
  ConvolutionProblem problem;  ///< one block: ConvolutionMode::valid on a batch of segments
  double seconds = 0;          ///< per result
};

/// The cheapest segments for the kernel, operation and type of `like`, with about `block` results at a time, at most
/// 2^27; 0: the fastest number. Throws Error(unsupported) if the kernel is too long.
Segments plan_segments(const ConvolutionProblem& like, std::int64_t block, const DeviceCaps& caps);

}  // namespace papilio::plan
