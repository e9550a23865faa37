// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Maps frequency and decibels to positions in a picture, and draws the frame around it.
#pragma once

#include "tools/plot/psd_plot.hpp"
#include "tools/plot/surface.hpp"

namespace papilio::tool {

struct PlotAxes {
  Rectangle area;
  FrequencyAxis kind = FrequencyAxis::linear;
  double low_hz = 0, high_hz = 1;
  double low_db = -10, high_db = 0;

  [[nodiscard]] double x(double hz) const;
  [[nodiscard]] double y(double db) const { return area.y + area.height * (high_db - db) / (high_db - low_db); }
};

/// Ranges that show what matters: all frequencies; from the noise floor (the lowest 2 % of the bins may fall below the
/// frame) to the strongest bin, with room for labels above it, at most 180 dB.
PlotAxes make_axes(const Rectangle& area, const PowerSpectrum& spectrum, FrequencyAxis kind);

/// Grid, ticks, numbers and the names of both axes.
void draw_axes(const Surface& surface, const PlotAxes& axes, const PowerSpectrum& spectrum);

}  // namespace papilio::tool
