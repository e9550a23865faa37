// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which transforms of a ragged batch share a kernel.
#pragma once

#include <papilio/ragged_problem.hpp>
#include <vector>

#include "core/device_caps.hpp"
#include "spec/ragged_spec.hpp"

namespace papilio::plan {

inline constexpr int max_ragged_launches = 8;

/// Transforms of one launch.
struct RaggedClass {
  RaggedSpec spec;
  std::vector<std::size_t> members;  ///< indices of lengths, the longest first
};

/// At most max_ragged_launches classes, chosen by the number of operations. Throws Error(unsupported) for a length that
/// does not fit a work-group of the device.
std::vector<RaggedClass> ragged_classes(const RaggedProblem& problem, const DeviceCaps& caps);

}  // namespace papilio::plan
