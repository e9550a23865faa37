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

struct RaggedClasses {
  std::vector<RaggedClass> classes;  ///< at most max_ragged_launches, chosen by the number of operations
  std::vector<std::size_t> beyond;   ///< indices of lengths that no work-group of the device transforms at once
};
RaggedClasses ragged_classes(const RaggedProblem& problem, const DeviceCaps& caps);

/// The problems of transforms that have plans of their own: for neighbours of one length and at equal distances one.
std::vector<Problem> problems_beyond(const RaggedProblem& problem, const std::vector<std::size_t>& beyond);

}  // namespace papilio::plan
