// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A prime length as a cyclic convolution of n-1 points, in one kernel.
// C. M. Rader, "Discrete Fourier transforms when the number of data samples is prime", Proc. IEEE 56 (1968).
#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  return single_kernel_plan(lines, caps, {"rader", Algorithm::rader, lines.length - 1});
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  return lines.length > 16                                          // shorter ones have a codelet
         && !codelets_suffice(lines.length, lines.precision, caps)  // codelets are faster
         && is_prime(lines.length)                                  // a cyclic group of order n-1
         && has_codelets(lines.length - 1)                          // of which both DFTs are made
         && !codelets_are_better(lines, caps);
}

}  // namespace

Solver rader_solver() { return {"rader", applicable, make}; }

}  // namespace papilio::plan
