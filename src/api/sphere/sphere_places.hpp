// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The compact box of a sphere: along each axis the frequencies without those of the longest run that no coefficient
// has.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/sphere_problem.hpp>
#include <vector>

namespace papilio::api {

struct SpherePlaces {
  // x, y, z
  std::array<Range, 3> holes;                 ///< frequencies that are left out
  std::array<std::int64_t, 3> lengths;        ///< of the compact box
  std::vector<std::int32_t> of_cells;         ///< the coefficient of each cell of the compact box; -1: none
  std::vector<std::int32_t> of_coefficients;  ///< the cell of each coefficient
};

/// Throws Error(invalid_argument) for invalid triplets, or the same place twice.
SpherePlaces sphere_places(const SphereProblem& problem);

}  // namespace papilio::api
