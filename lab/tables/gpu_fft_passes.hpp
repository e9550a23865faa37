// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How GPU_FFT 3.0 (A. Holme, 2015) divides a transform into passes: exponents of two of its codelets, FFT-16, FFT-32
// and FFT-64, from the first pass to the last.
#pragma once

#include <cstdint>
#include <span>

namespace papilio::tool {

inline constexpr int gpu_fft_least = 8;  ///< log2 of its shortest transform
inline constexpr int gpu_fft_most = 22;  ///< log2 of its longest one

/// For log2 n from gpu_fft_least to gpu_fft_most.
std::span<const int> gpu_fft_passes(int log2_n);

}  // namespace papilio::tool
