// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "plan/batch1d.hpp"

namespace papilio::plan {

/// Candidate lengths of at least `least` points, ascending: smooth, and multiples of 64 if they are long, so that
/// vectors stay whole. On a GPU, where the search for shapes takes longer, only a few lengths that are fast there.
std::vector<std::int64_t> padded_lengths(std::int64_t least, DeviceClass device_class);

/// Candidate lengths for Bluestein's convolution: at least 2n-2, or inputs + results - 1 of a chirp z-transform.
std::vector<std::int64_t> convolution_lengths(const Batch1d& lines, DeviceClass device_class);
/// The same for a convolution of several kernels.
std::vector<std::int64_t> long_convolution_lengths(const Batch1d& lines, DeviceClass device_class);

}  // namespace papilio::plan
