// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Generates any valid convolution inside a RapidCheck property; a failing one shrinks towards conv:f32:1:kernel=1.
#pragma once

#include <papilio/convolution_problem.hpp>

#include "support/draw_problem.hpp"
#include "verify/draw/draw_convolution.hpp"

namespace papilio::test {

/// `longest`: the largest axis length for each rank from 1 on. The result is normalised.
inline ConvolutionProblem draw_convolution(const std::array<std::int64_t, 3>& longest, std::int64_t batch) {
  RapidChoices choices;
  return verify::draw_convolution(choices, {.length = longest, .batch = batch});
}

using verify::without_f64;

}  // namespace papilio::test
