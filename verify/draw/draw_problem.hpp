// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any valid transform that the grammar of <papilio/problem.hpp> can say.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <papilio/problem.hpp>

#include "verify/draw/choices.hpp"

namespace papilio::verify {

struct DrawLimits {
  std::array<std::int64_t, 4> length = {1, 1, 1, 1};  ///< largest axis length for each rank from 1 on
  std::int64_t batch = 1;
  /// Most points of all arrays together, but for the least that a kind needs.
  std::int64_t points = std::numeric_limits<std::int64_t>::max();
  bool f64 = true;  ///< in arithmetic and in memory
};

Problem draw_problem(Choices& choices, const DrawLimits& limits);
/// Changes the problem to one for a device without double precision.
void without_f64(Problem& problem);

}  // namespace papilio::verify
