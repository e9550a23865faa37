// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Power spectra by averaging the periodograms of overlapping, windowed segments.
//
// Source: P. D. Welch, "The use of fast Fourier transform for the estimation of power spectra", IEEE Trans. Audio
// Electroacoust. 15 (1967) 70-73. Scaling: G. Heinzel, A. Rüdiger, R. Schilling, "Spectrum and spectral density
// estimation by the DFT" (2002), section 9; with a mean removed from each segment, as scipy.signal.welch does.
#pragma once

#include <functional>

#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/segment_average.hpp"
#include "tools/spectrum/spectrum.hpp"
#include "tools/spectrum/window.hpp"

namespace papilio::tool {

struct WelchOptions {
  std::size_t segment = 0;  ///< samples, any number; 0: a power of two up to 65536 that gives eight segments
  double overlap = 0.5;     ///< of a segment, 0 <= overlap < 1
  Window window = {};
  Scaling scaling = Scaling::density;  ///< density or spectrum
  bool detrend = true;                 ///< the mean of each segment is taken off
  SegmentResult result = SegmentResult::mean;
};

/// Called from time to time with the number of samples done.
using SampleProgress = std::function<void(std::int64_t samples)>;

/// The spectrum of a signal of one channel and known rate, one-sided for real samples, two-sided for complex ones.
/// Memory: a segment, and some MiB, whatever the length of the signal.
/// A signal shorter than the segment is windowed at its own length, then padded with zeros, with a note.
/// Throws Error(invalid_argument) for impossible options, Error(io) for samples that are not finite.
PowerSpectrum welch(SignalReader& reader, const WelchOptions& options, const SegmentAverageFactory& make,
                    const SampleProgress& progress = {});

/// The rate, or Error(invalid_argument) with the remedy.
double required_rate(const SignalInfo& info);
/// The centre frequency of complex samples, where it is known.
std::optional<double> centre_of(const SignalInfo& info);

}  // namespace papilio::tool
