// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A recording's spectrum by papilio/gpu_fft.hpp, with the conventions of the Rust crate gpu-fft 1.1: the whole signal,
// padded with zeros to the next power of two n, no window, no mean removed, power |X[k]|²/n at the frequencies k·rate/n
// for k = 0 … n/2. Peaks are local_maxima() above an absolute threshold.
#pragma once

#include "tools/signal/signal_reader.hpp"
#include "tools/spectrum/spectrum.hpp"

namespace papilio::tool {

inline constexpr double gpu_fft_threshold = 100;  ///< that of gpu-fft's example `simple`

/// Real signals of at most 2^27 samples, which are held in memory. Throws Error(invalid_argument) otherwise.
PowerSpectrum gpu_fft_spectrum(SignalReader& signal, const BatchFftFactory& make_fft);

}  // namespace papilio::tool
