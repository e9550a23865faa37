// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the solvers of one kernel share: the leaf that goes from one end of the lines to the other.
#pragma once

#include <optional>

#include "plan/kernels.hpp"
#include "plan/lines.hpp"

namespace papilio::plan {

/// A plan of one kernel: `algorithm` on the lines' length, with a DFT of `work_length` points in local memory. `limit`
/// is shape_kernel()'s.
std::optional<PlanNode> single_kernel_plan(const char* solver, const Lines& lines, const DeviceCaps& caps,
                                           Algorithm algorithm, std::int64_t work_length, double limit = no_limit);

}  // namespace papilio::plan
