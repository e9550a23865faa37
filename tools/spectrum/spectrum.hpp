// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectrum: power over frequency, as a value, with the parameters by which it was computed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/spectrum/batch_fft.hpp"

namespace papilio::tool {

/// With x in units U: density is U²/Hz (the sum over all bins times the step is the mean square); spectrum is U² (a
/// sine of amplitude A on a bin shows A²/2; a complex exponential A²); gpu_fft is |X|²/n, as the crate gpu-fft has it.
enum class Scaling { density, spectrum, gpu_fft };

/// one: 0 … rate/2, of real signals, with the power of both signs. two: -rate/2 … rate/2, of complex ones. band: a part
/// of either.
enum class Sides { one, two, band };

/// mean: Welch's average of the segments; peak: the largest power of each bin.
enum class SegmentResult { mean, peak };

struct PowerSpectrum {
  double sample_rate = 0;     ///< Hz
  std::size_t length = 0;     ///< of the transform
  std::int64_t segments = 0;  ///< averaged
  std::int64_t samples = 0;   ///< of the signal that were used
  std::int64_t read = 0;      ///< of the signal, used or left out
  Sides sides = Sides::one;
  Scaling scaling = Scaling::density;
  bool detrend = false;  ///< the mean of each segment was taken off
  SegmentResult result = SegmentResult::mean;
  std::string window;            ///< for people
  double first_frequency = 0;    ///< Hz, of power[0]
  std::optional<double> centre;  ///< Hz, of a two-sided spectrum; none: frequencies are counted from it
  double step = 0;               ///< Hz
  std::vector<double> power;
  std::vector<std::string> notes;
  double set_up_seconds = 0;  ///< planning and compiling
  FftTiming timing;           ///< of all transforms together

  [[nodiscard]] double frequency(std::size_t bin) const { return first_frequency + step * static_cast<double>(bin); }
};

/// "unit²/Hz"
std::string unit_of(Scaling scaling);
/// 10 log10(power); -infinity for 0.
double decibels(double power);

}  // namespace papilio::tool
