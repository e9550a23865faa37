// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/multiplier.hpp"

#include <cmath>

#include "core/quad.hpp"
#include "core/trig_lengths.hpp"

namespace papilio {
namespace {

QuadReal divisor_of(Scale scale, QuadReal n) {
  if (scale == Scale::none) return 1;
  if (scale == Scale::inverse_n) return n;
  const auto root = static_cast<QuadReal>(std::sqrt(static_cast<long double>(n)));
  return root - (root * root - n) / (2 * root);  // a step of Newton's doubles the digits
}

}  // namespace

Multiplier multiplier_of(const Problem& problem) {
  const double near = problem.scale_factor();
  if (problem.precision != Precision::f64x2 || (problem.scale == Scale::none && problem.axis_scales.empty()))
    return near;
  QuadReal n = 1;
  QuadReal divisor = 1;
  for (const int axis : problem.transformed_axes()) {
    const auto own = static_cast<QuadReal>(logical_length(problem.kind, problem.lengths.at(axis)));
    n *= own;
    if (!problem.axis_scales.empty()) divisor *= divisor_of(problem.axis_scales.at(axis), own);
  }
  const QuadReal factor = static_cast<QuadReal>(problem.factor) / (divisor * divisor_of(problem.scale, n));
  return {near, static_cast<double>(factor - static_cast<QuadReal>(near))};
}

}  // namespace papilio
