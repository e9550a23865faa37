// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How a long signal falls into segments that overlap by the kernel's length less one.
#pragma once

#include <papilio/convolution_problem.hpp>

#include "core/device_caps.hpp"

namespace papilio::plan {

struct Segments {
  ConvolutionProblem problem;  ///< of a block: valid, a batch of segments
  double seconds = 0;          ///< of a result
};

/// The cheapest for the kernel, operation and type of `like`; about `block` results at a time, 0: what is fast.
Segments plan_segments(const ConvolutionProblem& like, std::int64_t block, const DeviceCaps& caps);

}  // namespace papilio::plan
