// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <papilio/gpu_fft.hpp>

namespace papilio::tool {
namespace {

bool has_higher_neighbour(const std::vector<double>& power, std::size_t bin, std::size_t distance) {
  const std::size_t first = bin - std::min(bin, distance);
  const std::size_t last = std::min(power.size() - 1, bin + distance);
  return std::any_of(power.begin() + static_cast<std::ptrdiff_t>(first),
                     power.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                     [&](double other) { return other > power[bin]; });
}

void interpolate(Peak& peak, const Spectrum& spectrum) {
  // The outermost bins of a one-sided spectrum have the power of one sign only, and the first has lost its mean: there
  // is no shape to fit.
  if (spectrum.sides == Sides::one && (peak.bin == 1 || peak.bin + 2 == spectrum.power.size())) {
    return;
  }
  const double left = decibels(spectrum.power[peak.bin - 1]);
  const double middle = decibels(spectrum.power[peak.bin]);
  const double right = decibels(spectrum.power[peak.bin + 1]);
  const double curvature = left - 2 * middle + right;
  if (!std::isfinite(curvature)) {
    return;  // a neighbour is exactly 0: the maximum lies on the bin
  }
  const double offset = 0.5 * (left - right) / curvature;
  peak.frequency += offset * spectrum.step;
  peak.power = std::pow(10, (middle - 0.25 * (left - right) * offset) / 10);
}

}  // namespace

std::vector<Peak> local_maxima(const Spectrum& spectrum, double threshold) {
  std::vector<Peak> peaks;
  for (const std::size_t i : gpu_fft::local_maxima(spectrum.power, threshold)) {
    peaks.push_back({i, spectrum.frequency(i), spectrum.power[i]});
  }
  return peaks;
}

std::vector<Peak> dominant_peaks(const Spectrum& spectrum, const PeakOptions& options) {
  std::vector<Peak> peaks = local_maxima(spectrum, 0);
  std::erase_if(peaks,
                [&](const Peak& peak) { return has_higher_neighbour(spectrum.power, peak.bin, options.separation); });
  std::stable_sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.power > b.power; });
  const double floor = peaks.empty() ? 0 : peaks.front().power * std::pow(10, -options.range_db / 10);
  std::erase_if(peaks, [&](const Peak& peak) { return peak.power < floor; });
  peaks.resize(std::min(peaks.size(), options.count));
  if (options.interpolation == Interpolation::parabolic) {
    for (Peak& peak : peaks) {
      interpolate(peak, spectrum);
    }
  }
  return peaks;
}

}  // namespace papilio::tool
