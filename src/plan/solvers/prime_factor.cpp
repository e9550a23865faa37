// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A length with large prime factors in one kernel, factor by factor: I. J. Good, "The interaction algorithm and
// practical Fourier analysis", J. R. Statist. Soc. B 20 (1958). The primes use Rader's algorithm (rader.cpp), in place,
// like C. S. Burrus and P. W. Eschenbacher, "An in-place, in-order prime factor FFT algorithm", IEEE Trans. ASSP 29
// (1981), except for the order.
#include "core/storage.hpp"
#include "plan/gpu_factors.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  const bool halves = lines.can_halve() && lines.in.side.form != Form::trig;
  return half_or_whole(lines, halves, [&](const Batch1d& own) {
    return single_kernel_plan(own, caps, {"prime-factor", Algorithm::prime_factor, own.length});
  });
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  const std::int64_t points = lines.can_halve() ? lines.length / 2 : lines.length;
  return points * element_bytes(lines.precision) <= caps.local_memory  // all data stay in local memory
         && transforms_by_factors(lines.length, caps);
}

}  // namespace

Solver prime_factor_solver() { return {"prime-factor", applicable, make}; }

}  // namespace papilio::plan
