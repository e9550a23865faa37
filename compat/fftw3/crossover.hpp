// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The crossover of FFTW_ESTIMATE: seconds that the genuine FFTW and Papilio would take, by a model with few constants.
#pragma once

#include "transform.hpp"

namespace papilio::fftw3 {

/// 5 n log2 n for all transforms together, half of it where one side is real.
double nominal_operations(const Transform& transform);

/// Of one execution of a plan that FFTW estimated, with so many threads.
double genuine_seconds(const Transform& transform, int threads);
/// Of one execution by Papilio, on memory of the host or with copies.
double papilio_seconds(const Transform& transform, bool in_memory);
/// Nothing that Papilio executes takes less.
double least_papilio_seconds(bool in_memory);

/// Papilio by ESTIMATE: where the model gives it this much less time.
inline constexpr double estimate_margin = 0.5;

}  // namespace papilio::fftw3
