// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/device_caps.hpp"

namespace papilio::plan {

/// Lengths worth trying where `least` points or more will do: smooth, multiples of 64 where they are long, so that
/// vectors stay whole; ascending. On a GPU, whose search for shapes takes longer, a few that go well there.
std::vector<std::int64_t> padded_lengths(std::int64_t least, DeviceClass device_class);

/// Those for Bluestein's convolution of n points: at least 2n-2.
std::vector<std::int64_t> convolution_lengths(std::int64_t n, DeviceClass device_class);
/// The same for one of several kernels.
std::vector<std::int64_t> long_convolution_lengths(std::int64_t n, DeviceClass device_class);

}  // namespace papilio::plan
