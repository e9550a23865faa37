// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Several axes of a packed array in one kernel, where the array fits a work-group: one pass over memory instead of one an
// axis (core/joint.hpp).
#include <algorithm>

#include "plan/cost.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Lines& lines, const DeviceCaps& caps) {
  return single_kernel_plan("joint", lines, caps, Algorithm::stockham, lines.length);
}

bool applicable(const Lines& lines, const DeviceCaps& caps) {
  return lines.joint.size() > 1
         && caps.device_class == DeviceClass::gpu  // a CPU keeps such an array in its cache between passes
         && lines.length * element_bytes(lines.precision) <= 2 * caps.local_memory  // parts exchanged in turn
         && std::all_of(lines.joint.begin(), lines.joint.end(), has_codelets);
}

}  // namespace

Solver joint_solver() { return {"joint", applicable, make}; }

}  // namespace papilio::plan
