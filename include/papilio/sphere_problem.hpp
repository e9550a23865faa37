// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SphereProblem: which coefficients a box of frequencies has, as a value.
#pragma once

#include <array>
#include <cstdint>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

namespace papilio {

/// Coefficients at some places of a box of frequencies.
struct PAPILIO_API SphereProblem {
  Precision precision = Precision::f64;
  std::array<std::int64_t, 3> box = {1, 1, 1};  ///< nx, ny, nz: x is contiguous in space, z is outermost
  /// gx, gy, gz of each coefficient. Along an axis of n, an index is from 0 to n-1, or negative, from
  /// floor(n/2) - n + 1 on, which means n more. In any order; each place once.
  std::vector<std::array<std::int32_t, 3>> triplets;
  std::int64_t batch = 1;     ///< bands: sets of coefficients at these places, and as many boxes
  Scale scale = Scale::none;  ///< of `forward`; n is nx*ny*nz

  /// Throws Error naming the value, the reason and the remedy.
  void validate() const;
  /// Returns one line for messages and people.
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] std::int64_t box_elements() const { return box[0] * box[1] * box[2]; }

  friend bool operator==(const SphereProblem&, const SphereProblem&) = default;
};

}  // namespace papilio
