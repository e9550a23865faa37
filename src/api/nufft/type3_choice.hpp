// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How a transform between points (type 3) is computed. With d the distance of a point from the middle of all points
// and e that of a frequency from the middle of all frequencies, exp(i d e) is a window's sum over cells l of a grid,
// times exp(2 pi i l t) for t in proportion to e: strengths are spread to the grid, and its cells are the modes of a
// type 2 at the t. (Barnett, Magland and af Klinteberg, section 3.3; Lee and Greengard, J. Comput. Phys. 206 (2005)
// 1-5.)
#pragma once

#include <vector>

#include "api/nufft/nufft_choice.hpp"

namespace papilio::api {

/// Coordinates along one axis lie from center - half to center + half.
struct PointExtent {
  double center = 0;
  double half = 0;
};

struct Type3Extents {
  std::vector<PointExtent> points;       ///< along each axis
  std::vector<PointExtent> frequencies;  ///< along each axis
  std::int64_t point_count = 0;
  std::int64_t frequency_count = 0;
};

struct Type3Choice {
  NufftChoice spread;
  NufftProblem inner;  ///< the type 2
  NufftChoice inner_choice;
  std::vector<PointAxis> points;       ///< where they lie on the grid; coordinates are missing
  std::vector<PointAxis> frequencies;  ///< in turns of the inner problem; coordinates are missing
  double error = 0;                    ///< estimate, relative, for the highest frequencies
  double seconds = 0;                  ///< estimate for one transform
};

/// The cheapest choice. Throws Error(unsupported) if an axis, or all together, need too many cells.
Type3Choice choose_type3(const NufftProblem& problem, const Type3Extents& extents, const DeviceCaps& caps);

}  // namespace papilio::api
