// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One kernel: Stockham's stages inside a work-group.
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Lines& lines, const DeviceCaps& caps) {
  if (lines.can_halve()) {
    const Lines half = lines.halved();
    std::optional<PlanNode> plan = single_kernel_plan(half, caps, {"direct", Algorithm::stockham, half.length});
    if (plan) plan->notes.push_back("half-length");
    if (plan) return plan;
  }
  return single_kernel_plan(lines, caps, {"direct", Algorithm::stockham, lines.length});
}

bool applicable(const Lines& lines, const DeviceCaps&) { return has_codelets(lines.length); }

}  // namespace

bool codelets_are_better(const Lines& lines, const DeviceCaps& caps) {
  return caps.device_class == DeviceClass::cpu && lines.length <= cpu_model.search.exact_codelets &&
         applicable(lines, caps) && make(lines, caps).has_value();
}

Solver direct_solver() { return {"direct", applicable, make}; }

}  // namespace papilio::plan
