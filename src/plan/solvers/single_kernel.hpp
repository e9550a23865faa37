// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shared by the solvers of one kernel: a leaf that reads one end of the batch and writes the other.
#pragma once

#include <functional>
#include <optional>

#include "plan/batch1d.hpp"
#include "plan/kernels.hpp"

namespace papilio::plan {

/// Request of a solver of one kernel.
struct SingleKernel {
  const char* solver;        ///< its name
  Algorithm algorithm;       ///< for Batch1d::length points
  std::int64_t work_length;  ///< points of the DFT in local memory
  double limit = no_limit;   ///< that of shape_kernel()
};

/// A plan of one kernel.
std::optional<PlanNode> single_kernel_plan(const Batch1d& lines, const DeviceCaps& caps, const SingleKernel& wanted);

/// `plan` of half the length, if `halves` and there is one, with a note of it; otherwise of the whole length.
std::optional<PlanNode> half_or_whole(const Batch1d& lines, bool halves,
                                      const std::function<std::optional<PlanNode>(const Batch1d&)>& plan);

}  // namespace papilio::plan
