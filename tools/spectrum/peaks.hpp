// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The frequencies in a signal: the maxima of its spectrum.
#pragma once

#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {

struct SpectralPeak {
  std::size_t bin = 0;
  double frequency = 0;  ///< Hz
  double power = 0;      ///< in the spectrum's unit
};

/// gpu_fft::local_maxima() with their frequencies, in order of frequency: no outermost bin, and no equal neighbours.
std::vector<SpectralPeak> local_maxima(const PowerSpectrum& spectrum, double threshold);

enum class Interpolation {
  none,       ///< the bin's frequency and power
  parabolic,  ///< the vertex of the parabola through the three decibel values around the maximum (J. O. Smith,
              ///< "Spectral Audio Signal Processing", 2011, "Quadratic interpolation of spectral peaks")
};

struct PeakOptions {
  std::size_t count = 10;
  double range_db = 40;        ///< peaks weaker than the strongest by more than this are not reported
  std::size_t separation = 3;  ///< bins: a maximum with a higher bin this near is a window's side lobe, not a frequency
  Interpolation interpolation = Interpolation::parabolic;
};

/// The strongest maxima, strongest first, wherever they lie: at 0 Hz, at rate/2, at either end of a complex spectrum.
/// Equal neighbours are one maximum, at the first of them. 0 Hz is left out where the mean was taken off, which leaves
/// power there that no tone has.
std::vector<SpectralPeak> dominant_peaks(const PowerSpectrum& spectrum, const PeakOptions& options);

}  // namespace papilio::tool
