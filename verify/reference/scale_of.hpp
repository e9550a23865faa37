// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a problem multiplies by, in the type of the reference.
#pragma once

#include <cmath>
#include <cstdint>
#include <papilio/problem.hpp>

#include "core/trig_lengths.hpp"

namespace papilio::verify {

template <class Real>
Real divisor_of(Scale scale, Real n) {
  if (scale == Scale::none) return 1;
  if (scale == Scale::inverse_n) return n;
  const auto root = static_cast<Real>(std::sqrt(static_cast<long double>(n)));
  return root - (root * root - n) / (2 * root);  // Newton's step, for quad
}

template <class Real>
Real scale_of(const Problem& problem) {
  auto factor = static_cast<Real>(problem.factor);
  Real n = 1;
  for (const int axis : problem.transformed_axes()) {
    const auto own = static_cast<Real>(logical_length(problem.kind, problem.lengths[axis]));
    n *= own;
    if (!problem.axis_scales.empty()) factor /= divisor_of(problem.axis_scales[axis], own);
  }
  return factor / divisor_of(problem.scale, n);
}

}  // namespace papilio::verify
