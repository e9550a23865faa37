// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shared by the solvers of one kernel: a leaf that reads one end of the batch and writes the other.
#pragma once

#include <optional>

#include "plan/kernels.hpp"
#include "plan/lines.hpp"

namespace papilio::plan {

/// A plan of one kernel: `algorithm` for lines.length points, with a DFT of `work_length` points in local memory.
/// `limit` is that of shape_kernel().
std::optional<PlanNode> single_kernel_plan(const char* solver, const Lines& lines, const DeviceCaps& caps,
                                           Algorithm algorithm, std::int64_t work_length, double limit = no_limit);

}  // namespace papilio::plan
