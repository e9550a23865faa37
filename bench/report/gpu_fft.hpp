// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The figures that gpu-fft 1.1 (Rust, CubeCL) has published, beside those of the same problems here.
#pragma once

#include <string>

#include "bench/report/table.hpp"
#include "bench/result.hpp"

namespace papilio::bench {

/// Whether gpu-fft has published a figure for a problem; the suite `gpu-fft` has all of these problems.
bool has_gpu_fft_figure(const Work& work);

/// A table with a heading; empty if no row has a figure.
std::string beside_gpu_fft(const Report& report, TableStyle style);

}  // namespace papilio::bench
