// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The crossover of FFTW_ESTIMATE: seconds that the genuine FFTW and Papilio would take, by a model with few constants.
// They were fitted on two cores of a 2.6 GHz EPYC (AVX-512) with PoCL 3.1 and FFTW 3.3.10, to the fastest of many
// executions on a machine that others used as well, so they are rough, and Papilio must win by a wide margin.
#pragma once

#include <algorithm>

#include "transform.hpp"

namespace papilio::fftw3 {

/// The memory that Papilio computes in.
enum class ComputedIn {
  host_memory,  ///< on the cores of this machine
  copies,       ///< on a device with memory of its own
};

/// 5 n log2 n for all transforms together, half of it where one side is real.
double nominal_operations(const Transform& transform);

/// Seconds of one execution: of a plan that FFTW estimated, with so many threads; of Papilio.
double genuine_seconds(const Transform& transform, int threads);
double papilio_seconds(const Transform& transform, ComputedIn where);
/// No execution by Papilio takes less.
double least_papilio_seconds(ComputedIn where);

/// The model was fitted to such transforms: complex ones and half spectra, not split, without short axes, and not of
/// one axis of more than 8192 points.
bool modelled(const Transform& transform);
/// Below this many points the model does not choose Papilio. Transforms that it does choose were seen to need no
/// more processor time, on all cores together, than FFTW's on one (docs/fftw.md has the figures).
double least_points(const Transform& transform);
/// Papilio takes a transform by the model if it needs less than this, beside the genuine library's seconds: half of
/// them, and so much less that two executions pay for opening the device and loading the kernels, some 0.12 s.
inline double papilio_limit(double genuine) { return std::min(0.5 * genuine, genuine - 60e-3); }

}  // namespace papilio::fftw3
