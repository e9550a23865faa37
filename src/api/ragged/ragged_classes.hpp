// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which transforms of a ragged batch share a kernel.
#pragma once

#include <papilio/ragged_problem.hpp>
#include <vector>

#include "core/device_caps.hpp"
#include "kernel/ragged/ragged_kernels.hpp"

namespace papilio::api {

inline constexpr int max_ragged_launches = 8;

/// Transforms of one launch.
struct RaggedClass {
  kernel::RaggedSpec spec;
  std::vector<std::size_t> members;  ///< indices of lengths, the longest first
};

/// Points of the DFT that a transform of this length is computed by.
std::int64_t ragged_points(Kind kind, std::int64_t length);

/// At most max_ragged_launches classes, chosen by the number of operations. Throws Error(unsupported) for a length that
/// does not fit a work-group of the device.
std::vector<RaggedClass> ragged_classes(const RaggedProblem& problem, const DeviceCaps& caps);

}  // namespace papilio::api
