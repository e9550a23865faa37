// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The parts of a picture of levels: cells as colours, a frame, the scales below and at the left, and the scale of the
// colours.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tools/plot/surface.hpp"
#include "tools/plot/ticks.hpp"

namespace papilio::tool {

/// A scale of time, frequency, place or level. `low` is at the left or at the bottom, and may be the larger.
struct PlotScale {
  double low = 0;
  double high = 1;
  double unit = 1;  ///< the value of 1 at the ticks
  std::string name;
  double (*place)(double) = nullptr;  ///< an increasing function, in whose values the scale is even; null: identity

  [[nodiscard]] double share(double value) const {
    const auto at = [this](double x) { return place == nullptr ? x : place(x); };
    return (at(value) - at(low)) / (at(high) - at(low));
  }
  [[nodiscard]] std::vector<double> ticks(int most) const {
    if (place != nullptr) return uneven_ticks(low / unit, high / unit);
    return linear_ticks(std::min(low, high) / unit, std::max(low, high) / unit, most).major;
  }
};

/// Powers in rows from the top; no cell is smaller than a pixel.
struct LevelCells {
  std::size_t columns;
  std::size_t rows;
  std::vector<double> power;
};

enum class Ground {
  light,  ///< strong levels are dark
  dark,   ///< strong levels are light
};

using CairoPicture = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

/// One pixel a cell; `levels` are decibels.
CairoPicture picture_of(const LevelCells& cells, const PlotScale& levels, Ground ground);
/// Draws the part of the picture that lies in the area; the whole picture would cover `to`.
void draw_picture(const Surface& surface, const Rectangle& area, const Rectangle& to, cairo_surface_t* picture,
                  cairo_filter_t filter);
void draw_frame(const Surface& surface, const Rectangle& area);
/// Ticks, numbers and name; they need 60 points below the area and 75 at its left.
void draw_scale_below(const Surface& surface, const Rectangle& area, const PlotScale& scale);
void draw_scale_left(const Surface& surface, const Rectangle& area, const PlotScale& scale);
/// The colours of the levels, with their decibels at the right, which need 75 points.
void draw_levels(const Surface& surface, const Rectangle& bar, const PlotScale& levels, Ground ground);

}  // namespace papilio::tool
