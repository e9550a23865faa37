// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Filters that treat every direction alike: a factor for each frequency f = hypot(fx, fy) in cycles a pixel.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <span>

namespace papilio::tool {

/// The response of a low-pass filter with cut-off c at frequency f. All but `ideal`, which is 1 up to and including c
/// and 0 beyond, have the response one half at c:
enum class FilterShape {
  gaussian,     ///< 2^-(f/c)²: no ringing
  butterworth,  ///< 1/(1 + (f/c)^(2 order))
  ideal,        ///< rings along edges
};

/// A high-pass filter is 1 less the low-pass filter of its cut-off, so that the two add up to the picture. With both,
/// their product.
struct RadialFilter {
  std::optional<double> lowpass;  ///< cycles a pixel; 0.5 is Nyquist's frequency along a row or a column
  std::optional<double> highpass;
  FilterShape shape = FilterShape::gaussian;
  int order = 2;  ///< of butterworth

  [[nodiscard]] double response(double frequency) const;
};

/// Multiplies the half spectrum of a plane of that size by the filter's response.
void apply(const RadialFilter& filter, std::int64_t height, std::int64_t width, std::span<std::complex<float>> half);

}  // namespace papilio::tool
