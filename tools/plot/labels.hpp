// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Positions for the labels of peaks: above the curve, near the peak, without overlaps.
//
// An isolated peak has its label centred above it. Labels of neighbours form a staircase: from right to left, each
// starts at its peak and lies above those before it, so that the vertical leaders between labels and peaks cross no
// text.
#pragma once

#include <optional>
#include <vector>

#include "tools/plot/surface.hpp"

namespace papilio::tool {

inline constexpr double label_padding = 3;  ///< to the left and right of the text, within its place

struct Label {
  double width = 0;  ///< of the text
  double height = 0;
  double x = 0;  ///< of the peak
  double y = 0;
};

/// skyline: for every column of `area` of width 1, the y of the highest point that is drawn there. labels: the most
/// important first; if there is no room for all, the last ones get no position. x lies within a label's rectangle.
std::vector<std::optional<Rectangle>> place_labels(const Rectangle& area, const std::vector<double>& skyline,
                                                   const std::vector<Label>& labels);

}  // namespace papilio::tool
