// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One kernel: Stockham's stages inside a work-group.
#include "plan/cost.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Problem& problem, const DeviceCaps& caps) {
  return single_kernel_plan("direct", problem, caps, Algorithm::stockham, problem.points());
}

bool applicable(const Problem& problem, const DeviceCaps&) {
  return problem.lengths.size() == 1  // one dimension
         && has_codelets(problem.points());
}

}  // namespace

Solver direct_solver() { return {"direct", applicable, make}; }

}  // namespace papilio::plan
