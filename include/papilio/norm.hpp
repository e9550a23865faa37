// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Norm: which direction divides, by the names of NumPy and SciPy.
#pragma once

#include <papilio/problem.hpp>

namespace papilio {

/// backward: the inverse divides by n (Scale::inverse_n). ortho: either direction by the square root of n. forward: the
/// forward transform divides by n.
enum class Norm { backward, ortho, forward };

/// Returns the scale of a transform of that direction under the norm.
constexpr Scale scale_of(Norm norm, Direction direction) {
  if (norm == Norm::ortho) return Scale::inverse_sqrt_n;
  return (norm == Norm::backward) == (direction == Direction::inverse) ? Scale::inverse_n : Scale::none;
}

}  // namespace papilio
