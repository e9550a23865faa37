// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace papilio::plan {

/// Lengths worth trying for Bluestein's convolution of n points: at least 2n-1, smooth, multiples of 64 where they are
/// long, so that vectors stay whole; ascending.
std::vector<std::int64_t> convolution_lengths(std::int64_t n);

}  // namespace papilio::plan
