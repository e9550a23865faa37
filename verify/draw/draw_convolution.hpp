// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any valid convolution or correlation that the grammar of <papilio/convolution_problem.hpp> can say.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <papilio/convolution_problem.hpp>

#include "verify/draw/choices.hpp"

namespace papilio::verify {

struct ConvolutionLimits {
  std::array<std::int64_t, 3> length = {1, 1, 1};  ///< largest axis length for each rank from 1 on
  std::int64_t batch = 1;
  /// Most points of the signals, and of the kernels, of all channels.
  std::int64_t points = std::numeric_limits<std::int64_t>::max();
  bool f64 = true;  ///< in arithmetic and in memory
};

/// The result is normalised.
ConvolutionProblem draw_convolution(Choices& choices, const ConvolutionLimits& limits);
/// Changes the problem to one for a device without double precision.
void without_f64(ConvolutionProblem& problem);

}  // namespace papilio::verify
