// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/image/half_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace papilio::tool {
namespace {

struct PlaneBin {
  std::int64_t ky, kx;
  double power;
};

bool is_its_own_mirror(const PlaneSpectrum& spectrum, const PlaneBin& bin) {
  return 2 * bin.kx % spectrum.width == 0 && 2 * bin.ky % spectrum.height == 0;
}

/// In columns that are their own mirror images, the lower half repeats the upper one.
bool is_listed_as_its_mirror(const PlaneSpectrum& spectrum, std::int64_t ky, std::int64_t kx) {
  return 2 * kx % spectrum.width == 0 && 2 * ky > spectrum.height;
}

bool has_higher_neighbour(const PlaneSpectrum& spectrum, const PlaneBin& bin) {
  for (std::int64_t y = bin.ky - 1; y <= bin.ky + 1; ++y) {
    for (std::int64_t x = bin.kx - 1; x <= bin.kx + 1; ++x) {
      if (spectrum.power(y, x) > bin.power) return true;
    }
  }
  return false;
}

Wave wave_of(const PlaneSpectrum& spectrum, const PlaneBin& bin, double strongest) {
  const double points = static_cast<double>(spectrum.width) * static_cast<double>(spectrum.height);
  const std::int64_t ky = 2 * bin.ky > spectrum.height ? bin.ky - spectrum.height : bin.ky;
  return {.fx = static_cast<double>(bin.kx) / static_cast<double>(spectrum.width),
          .fy = static_cast<double>(ky) / static_cast<double>(spectrum.height),
          .amplitude = (is_its_own_mirror(spectrum, bin) ? 1 : 2) * std::sqrt(bin.power) / points,
          .decibels = 10 * std::log10(bin.power / strongest)};
}

}  // namespace

double PlaneSpectrum::power(std::int64_t ky, std::int64_t kx) const {
  ky = (ky + height) % height;
  kx = (kx + width) % width;
  if (ky == 0 && kx == 0) return 0;
  if (2 * kx > width) {
    kx = width - kx;
    ky = (height - ky) % height;
  }
  const std::complex<float> value = values[static_cast<std::size_t>(ky * (width / 2 + 1) + kx)];
  return static_cast<double>(value.real()) * value.real() + static_cast<double>(value.imag()) * value.imag();
}

PowerRange power_range(const PlaneSpectrum& spectrum) {
  PowerRange range;
  for (std::int64_t ky = 0; ky < spectrum.height; ++ky) {
    for (std::int64_t kx = 0; kx <= spectrum.width / 2; ++kx) {
      const double power = spectrum.power(ky, kx);
      if (power == 0) continue;
      range.weakest = range.strongest == 0 ? power : std::min(range.weakest, power);
      range.strongest = std::max(range.strongest, power);
    }
  }
  return range;
}

RasterImage log_picture(const PlaneSpectrum& spectrum, double strongest, double range_db) {
  RasterImage image{.width = spectrum.width, .height = spectrum.height, .channels = 1, .depth = 8, .samples = {}};
  image.samples.reserve(static_cast<std::size_t>(image.pixels()));
  for (std::int64_t y = 0; y < image.height; ++y) {
    for (std::int64_t x = 0; x < image.width; ++x) {
      const double power = spectrum.power(y - image.height / 2, x - image.width / 2);
      const double grey = power > 0 ? 255 * (1 + 10 * std::log10(power / strongest) / range_db) : 0;
      image.samples.push_back(static_cast<std::uint16_t>(std::lround(std::clamp(grey, 0.0, 255.0))));
    }
  }
  if (spectrum.mean != 0) {
    image.samples[static_cast<std::size_t>(image.height / 2 * image.width + image.width / 2)] = 255;
  }
  return image;
}

double Wave::period() const { return 1 / std::hypot(fx, fy); }

double Wave::direction() const {
  const double degrees = std::atan2(-fy, fx) * 180 / std::numbers::pi;
  return degrees <= -90 ? 90 : degrees + 0.0;  // + 0.0: no -0
}

std::vector<Wave> strongest_waves(const PlaneSpectrum& spectrum, std::size_t count, double range_db) {
  const double strongest = power_range(spectrum).strongest;
  const double least = strongest * std::pow(10, -range_db / 10);
  std::vector<PlaneBin> found;
  for (std::int64_t ky = 0; ky < spectrum.height; ++ky) {
    for (std::int64_t kx = 0; kx <= spectrum.width / 2; ++kx) {
      const PlaneBin bin{ky, kx, spectrum.power(ky, kx)};
      if (bin.power == 0 || bin.power < least || is_listed_as_its_mirror(spectrum, ky, kx)) continue;
      if (!has_higher_neighbour(spectrum, bin)) found.push_back(bin);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const PlaneBin& a, const PlaneBin& b) { return a.power > b.power; });
  found.resize(std::min(found.size(), count));
  std::vector<Wave> waves;
  for (const PlaneBin& bin : found) waves.push_back(wave_of(spectrum, bin, strongest));
  return waves;
}

}  // namespace papilio::tool
