// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/colour_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace papilio::tool {
namespace {

/// CIELAB (CIE 1976) for the white point D65.
struct Lab {
  double l, a, b;
};

// Hues from yellow (about 100 degrees) to blue-violet (about 300), as saturated as sRGB allows at these lightnesses.
constexpr std::array<Lab, 9> corners = {{
    {99, 0, 2},
    {93, -3, 28},
    {80, 14, 44},
    {67, 38, 40},
    {54, 55, 18},
    {40, 54, -14},
    {26, 45, -36},
    {13, 24, -32},
    {5, 6, -12},
}};

double distance(const Lab& from, const Lab& to) { return std::hypot(to.l - from.l, to.a - from.a, to.b - from.b); }

/// A point of the polyline, at a fraction of its length.
Lab at(double level) {
  double length = 0;
  for (std::size_t i = 1; i < corners.size(); ++i) length += distance(corners[i - 1], corners[i]);
  double rest = std::clamp(level, 0.0, 1.0) * length;
  std::size_t i = 1;
  while (i + 1 < corners.size() && rest > distance(corners[i - 1], corners[i])) {
    rest -= distance(corners[i - 1], corners[i]);
    ++i;
  }
  const Lab& from = corners[i - 1];
  const Lab& to = corners[i];
  const double share = rest / distance(from, to);
  return {std::lerp(from.l, to.l, share), std::lerp(from.a, to.a, share), std::lerp(from.b, to.b, share)};
}

constexpr double edge = 6.0 / 29;  // end of CIELAB's linear part

double lab_inverse(double t) { return t > edge ? t * t * t : 3 * edge * edge * (t - 4.0 / 29); }

/// IEC 61966-2-1.
double gamma_encoded(double linear) {
  const double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return std::clamp(value, 0.0, 1.0);
}
double gamma_decoded(double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); }

}  // namespace

Colour level_colour(double level) {
  const Lab lab = at(level);
  const double middle = (lab.l + 16) / 116;
  const double x = 0.95047 * lab_inverse(middle + lab.a / 500);
  const double y = lab_inverse(middle);
  const double z = 1.08883 * lab_inverse(middle - lab.b / 200);
  return {gamma_encoded(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
          gamma_encoded(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
          gamma_encoded(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

double lightness(const Colour& colour) {
  const double y = 0.2126729 * gamma_decoded(colour.red) + 0.7151522 * gamma_decoded(colour.green) +
                   0.0721750 * gamma_decoded(colour.blue);
  return 116 * (y > edge * edge * edge ? std::cbrt(y) : y / (3 * edge * edge) + 4.0 / 29) - 16;
}

}  // namespace papilio::tool
