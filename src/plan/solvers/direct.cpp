// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One kernel: Stockham's stages inside a work-group.
#include "core/number_theory.hpp"
#include "plan/model/codelets.hpp"
#include "plan/model/cpu_model.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

std::optional<PlanNode> make(const Batch1d& lines, const DeviceCaps& caps) {
  return half_or_whole(lines, lines.can_halve(), [&](const Batch1d& own) {
    return single_kernel_plan(own, caps, {"direct", Algorithm::stockham, own.length});
  });
}

bool applicable(const Batch1d& lines, const DeviceCaps& caps) {
  const std::vector<std::int64_t> primes = prime_factors(lines.length);
  return primes.empty() || primes.back() <= largest_prime_of(Strategy::columns, caps);
}

}  // namespace

bool codelets_are_better(const Batch1d& lines, const DeviceCaps& caps) {
  constexpr const auto& search = cpu_model.search;
  if (caps.device_class != DeviceClass::cpu || lines.length > search.exact_codelets) return false;
  const bool large = !has_codelets(lines.length);
  if (!applicable(lines, caps) || (large && lines.precision == Precision::f32)) return false;
  const std::optional<PlanNode> plan = make(lines, caps);
  return plan && (!large || plan->seconds <= (1 + search.large_codelets) * cpu_model.time.launch);
}

Solver direct_solver() { return {"direct", applicable, make}; }

}  // namespace papilio::plan
