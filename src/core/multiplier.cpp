// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/multiplier.hpp"

#include <cmath>

#include "core/quad.hpp"
#include "core/trig_lengths.hpp"

namespace papilio {

Multiplier multiplier_of(const Problem& problem) {
  const double near = problem.scale_factor();
  if (problem.precision != Precision::f64x2 || problem.scale == Scale::none) return near;
  QuadReal n = 1;
  for (const int axis : problem.transformed_axes())
    n *= static_cast<QuadReal>(logical_length(problem.kind, problem.lengths[static_cast<std::size_t>(axis)]));
  QuadReal divisor = n;
  if (problem.scale == Scale::inverse_sqrt_n) {
    const auto root = static_cast<QuadReal>(std::sqrt(static_cast<long double>(n)));
    divisor = root - (root * root - n) / (2 * root);  // a step of Newton's doubles the digits
  }
  const QuadReal factor = static_cast<QuadReal>(problem.factor) / divisor;
  return {near, static_cast<double>(factor - static_cast<QuadReal>(near))};
}

}  // namespace papilio
