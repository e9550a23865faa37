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
Real scale_of(const Problem& problem) {
  const auto factor = static_cast<Real>(problem.factor);
  std::int64_t n = 1;
  for (const int axis : problem.transformed_axes()) n *= logical_length(problem.kind, problem.lengths[axis]);
  switch (problem.scale) {
    case Scale::none:
      return factor;
    case Scale::inverse_n:
      return factor / static_cast<Real>(n);
    case Scale::inverse_sqrt_n: {
      const auto root = static_cast<Real>(std::sqrt(static_cast<long double>(n)));
      return factor / (root - (root * root - static_cast<Real>(n)) / (2 * root));  // Newton's step, for quad
    }
  }
  return factor;
}

}  // namespace papilio::verify
