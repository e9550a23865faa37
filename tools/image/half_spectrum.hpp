// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The spectrum of a real picture: as a picture itself, and its strongest frequencies. Bin (ky, kx) has ky/height cycles
// a pixel downwards and kx/width to the right.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "tools/image/image.hpp"

namespace papilio::tool {

/// The result of r2c:f32:HEIGHTxWIDTH for a plane from which its mean is subtracted.
struct PlaneSpectrum {
  std::int64_t width = 0;  ///< of the picture
  std::int64_t height = 0;
  double mean = 0;  ///< of the plane, in levels; its bin, (0, 0), holds what rounding left there
  std::vector<std::complex<float>> values;  ///< height rows of width/2 + 1

  /// |X|² of any bin, -height < ky < 2*height and -width < kx < 2*width; 0 for the mean's.
  [[nodiscard]] double power(std::int64_t ky, std::int64_t kx) const;
};

struct PowerRange {
  double strongest = 0;  ///< |X|², of all bins but the mean's
  double weakest = 0;    ///< that is not 0; both are 0 where every bin is
};
PowerRange power_range(const PlaneSpectrum& spectrum);

/// The spectrum as a grey picture of the same size, frequency 0 in the middle, at (height/2, width/2), rounded down.
/// White is `strongest` and what is above it, black is range_db below it; grey is linear in decibels between. The mean
/// is white unless it is 0.
RasterImage log_picture(const PlaneSpectrum& spectrum, double strongest, double range_db);

/// A wave that the picture contains: level = amplitude * cos(2 pi (fx x + fy y) + phase).
struct Wave {
  double fx = 0;  ///< cycles a pixel to the right, 0 … 0.5
  double fy = 0;  ///< cycles a pixel downwards, -0.5 … 0.5
  double amplitude = 0;
  double decibels = 0;  ///< |X|² against the strongest bin's

  /// Pixels from crest to crest.
  [[nodiscard]] double period() const;
  /// Degrees, -90 < direction <= 90, from "to the right" counter-clockwise to the way the wave runs: 0 for upright
  /// stripes, 90 for level ones.
  [[nodiscard]] double direction() const;
};

/// The strongest bins, strongest first, that none of their eight neighbours exceeds and that are at most range_db below
/// the strongest of all. Of a bin and its mirror image, which is the same wave, one is listed.
std::vector<Wave> strongest_waves(const PlaneSpectrum& spectrum, std::size_t count, double range_db);

}  // namespace papilio::tool
