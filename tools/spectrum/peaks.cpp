// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <papilio/gpu_fft.hpp>

namespace papilio::tool {
namespace {

/// The power of one sign of frequency around each bin. It goes on beyond the outermost bins: that of a complex signal
/// is periodic, that of a real one symmetric about 0 and rate/2 as well.
class PeakShape {
 public:
  explicit PeakShape(const PowerSpectrum& spectrum, std::optional<std::size_t> left_out = {})
      : power_(spectrum.power),
        sides_(spectrum.sides),
        bins_(static_cast<std::ptrdiff_t>(sides_ == Sides::one ? spectrum.length : power_.size())),
        left_out_(left_out ? static_cast<std::ptrdiff_t>(*left_out) : -1) {}

  [[nodiscard]] double at(std::ptrdiff_t bin) const {
    // The ends of a band are no maxima: what lies beyond them is not known.
    if (sides_ == Sides::band) return power_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(bin, 0, bins_ - 1))];
    bin = (bin % bins_ + bins_) % bins_;
    if (bin == left_out_) return 0;
    if (sides_ == Sides::two) return power_[static_cast<std::size_t>(bin)];
    const bool own_mirror = bin == 0 || 2 * bin == bins_;
    return power_[static_cast<std::size_t>(std::min(bin, bins_ - bin))] / (own_mirror ? 1 : 2);
  }

  /// The first bin of a maximum, which may be several equal bins, that no bin within `distance` exceeds.
  [[nodiscard]] bool has_maximum(std::size_t index, std::size_t distance) const {
    const auto bin = static_cast<std::ptrdiff_t>(index);
    const bool mirrored = sides_ == Sides::one && bin == 0;
    if (!mirrored && at(bin - 1) >= at(bin)) return false;
    std::ptrdiff_t end = bin + 1;
    while (end < bin + bins_ && at(end) == at(bin)) ++end;
    if (end == bin + bins_ || at(end) > at(bin)) return false;
    for (auto d = static_cast<std::ptrdiff_t>(std::min(distance, power_.size())); d > 0; --d) {
      if (at(bin - d) > at(bin) || at(bin + d) > at(bin)) return false;
    }
    return true;
  }

  /// The bin of a maximum's tone: both signs of a real one that is one bin from 0 or rate/2 meet there, under a Hann
  /// window with the tone's own power.
  [[nodiscard]] std::size_t bin_of_tone(std::size_t maximum) const {
    constexpr double tie = 1 - 1e-4;
    const auto bin = static_cast<std::ptrdiff_t>(maximum);
    if (sides_ != Sides::one || (bin != 0 && 2 * bin != bins_)) return maximum;
    const std::ptrdiff_t inner = bin == 0 ? 1 : bin - 1;
    return at(inner) >= tie * at(bin) ? static_cast<std::size_t>(inner) : maximum;
  }

 private:
  const std::vector<double>& power_;
  Sides sides_;
  std::ptrdiff_t bins_;      ///< of both signs
  std::ptrdiff_t left_out_;  ///< a bin that is no tone's, whose power is not looked at; -1: none
};

void interpolate(SpectralPeak& peak, const PowerSpectrum& spectrum) {
  // Near the ends of a one-sided spectrum both signs overlap, and the first bin has lost its mean: there is no shape to
  // fit.
  if (spectrum.sides == Sides::one && (peak.bin <= 1 || peak.bin + 2 >= spectrum.power.size())) {
    return;
  }
  const PeakShape shape(spectrum);
  const auto bin = static_cast<std::ptrdiff_t>(peak.bin);
  const double left = decibels(shape.at(bin - 1));
  const double middle = decibels(shape.at(bin));
  const double right = decibels(shape.at(bin + 1));
  const double curvature = left - 2 * middle + right;
  // A neighbour is exactly 0, or all three levels are equal: the maximum lies on the bin.
  if (!std::isfinite(curvature) || curvature >= 0) return;
  const double offset = 0.5 * (left - right) / curvature;
  peak.frequency += offset * spectrum.step;
  const double from_centre = peak.frequency - spectrum.centre.value_or(0);
  if (2 * from_centre < -spectrum.sample_rate) peak.frequency += spectrum.sample_rate;
  if (2 * from_centre > spectrum.sample_rate) peak.frequency -= spectrum.sample_rate;
  peak.power *= std::pow(10, -0.25 * (left - right) * offset / 10);
}

}  // namespace

std::vector<SpectralPeak> local_maxima(const PowerSpectrum& spectrum, double threshold) {
  std::vector<SpectralPeak> peaks;
  for (const std::size_t i : gpu_fft::local_maxima(spectrum.power, threshold)) {
    peaks.push_back({i, spectrum.frequency(i), spectrum.power[i]});
  }
  return peaks;
}

std::vector<SpectralPeak> dominant_peaks(const PowerSpectrum& spectrum, const PeakOptions& options) {
  std::vector<SpectralPeak> peaks;
  std::optional<std::size_t> mean;
  if (spectrum.detrend) mean = spectrum.sides == Sides::one ? 0 : spectrum.length / 2;
  const PeakShape shape(spectrum, mean);
  for (std::size_t i = 0; i < spectrum.power.size(); ++i) {
    if (i == mean || !shape.has_maximum(i, options.separation)) continue;
    const std::size_t bin = shape.bin_of_tone(i);
    peaks.push_back({bin, spectrum.frequency(bin), spectrum.power[bin]});
  }
  std::stable_sort(peaks.begin(), peaks.end(),
                   [](const SpectralPeak& a, const SpectralPeak& b) { return a.power > b.power; });
  const double floor = peaks.empty() ? 0 : peaks.front().power * std::pow(10, -options.range_db / 10);
  std::erase_if(peaks, [&](const SpectralPeak& peak) { return peak.power < floor; });
  peaks.resize(std::min(peaks.size(), options.count));
  if (options.interpolation == Interpolation::parabolic) {
    for (SpectralPeak& peak : peaks) {
      interpolate(peak, spectrum);
    }
  }
  return peaks;
}

}  // namespace papilio::tool
