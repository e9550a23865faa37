// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A prime length as a cyclic convolution of n-1 points, in one kernel.
// C. M. Rader, "Discrete Fourier transforms when the number of data samples is prime", Proc. IEEE 56 (1968).
#include "core/number_theory.hpp"
#include "plan/cost.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Problem& problem, const DeviceCaps& caps) {
  return single_kernel_plan("rader", problem, caps, Algorithm::rader, problem.points() - 1);
}

bool applicable(const Problem& problem, const DeviceCaps&) {
  return problem.lengths.size() == 1    // one dimension
         && problem.points() > 16       // below, a codelet does it directly
         && is_prime(problem.points())  // a cyclic group of order n-1
         && has_codelets(problem.points() - 1);
}

}  // namespace

Solver rader_solver() { return {"rader", applicable, make}; }

}  // namespace papilio::plan
