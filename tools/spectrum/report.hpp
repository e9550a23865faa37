// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A spectrum's result for people (text) and for programs (JSON).
#pragma once

#include <papilio/device.hpp>

#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/peaks.hpp"
#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {

struct SpectrumReport {
  SignalInfo signal;
  PowerSpectrum spectrum;
  std::vector<SpectralPeak> peaks;
  DeviceInfo device;
  double total_seconds = 0;          ///< reading, transforms and averaging
  std::vector<std::string> outputs;  ///< paths of what was written
};

std::string as_text(const SpectrumReport& report);
/// One object. Powers of zero have a null for their decibels.
std::string as_json(const SpectrumReport& report);

/// A number with these decimals; one that they make 0 has no sign.
std::string fixed_text(double value, int decimals);

/// "1.50 s", "2.25 ms", "12.0 µs".
std::string seconds_text(double seconds);

/// "signal    x.wav: WAV …; 48000 Hz, 1 channel, 8000 samples (0.167 s)", with a line's end.
std::string signal_line(const SignalInfo& signal, double rate, std::int64_t samples);

/// "440.02 Hz", "15.040 kHz": as many digits as the resolution (Hz) justifies, at most five of the span (Hz) of the
/// axis.
std::string frequency_text(double hz, double resolution, double span);

}  // namespace papilio::tool
