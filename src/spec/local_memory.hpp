// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The local memory of a kernel of work-groups.
#pragma once

#include <cstdint>

#include "spec/fused_launch.hpp"

namespace papilio {

/// Bytes for the exchange and for the partial sums, which the two kernels of a fused launch share;
/// Strategy::cooperative only.
std::int64_t local_bytes(const Kernel& kernel);

}  // namespace papilio
