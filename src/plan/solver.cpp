// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solver.hpp"

#include <fmt/format.h>

#include <array>
#include <papilio/error.hpp>

#include "plan/solvers/solvers.hpp"

namespace papilio::plan {

std::span<const Solver> solvers() {
  static const std::array<Solver, 7> list = {direct_solver(),    rader_solver(),     prime_factor_solver(),
                                             bluestein_solver(), four_step_solver(), long_bluestein_solver(),
                                             long_rader_solver()};
  return list;
}

PlanNode best_plan(const Lines& lines, std::int64_t kept, const Problem& problem, const DeviceCaps& caps,
                   std::span<const Solver> among) {
  std::optional<PlanNode> best;
  std::int64_t too_large = 0;  // scratch of a plan that would do, were there a buffer for it
  for (const Solver& solver : among) {
    if (!solver.applicable(lines, caps)) continue;
    std::optional<PlanNode> plan = solver.plan(lines, caps);
    if (!plan) continue;
    const std::int64_t scratch_bytes = (kept + plan->scratch_elements) * problem.element_bytes();
    if (scratch_bytes > caps.max_allocation) {
      too_large = scratch_bytes;
    } else if (!best || plan->seconds < best->seconds) {
      best = std::move(plan);
    }
  }
  if (!best && too_large > 0) {
    throw Error::unsupported("no plan for " + problem.token(),
                             fmt::format("it needs {} bytes of scratch, and {} has buffers of {} at most", too_large,
                                         caps.name, caps.max_allocation),
                             "transform a smaller batch at a time, or use another device");
  }
  if (!best) {
    throw Error::unsupported(
        "no plan for " + problem.token(),
        fmt::format("nothing fits {} bytes of local memory and {} work-items", caps.local_memory, caps.max_threads),
        "use another device");
  }
  return *best;
}

}  // namespace papilio::plan
