// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solver.hpp"

#include <fmt/format.h>

#include <array>
#include <papilio/error.hpp>

#include "plan/solvers/solvers.hpp"

namespace papilio::plan {

std::span<const Solver> solvers() {
  static const std::array<Solver, 8> list = {direct_solver(),     rader_solver(),      prime_factor_solver(),
                                             bluestein_solver(),  four_step_solver(),  long_bluestein_solver(),
                                             long_rader_solver(), half_length_solver()};
  return list;
}

namespace {

/// True if the solver's convolution is one with a chirp, of which the DFT's is one of many.
bool takes_contours(const Solver& solver) {
  return solver.name == bluestein_solver().name || solver.name == long_bluestein_solver().name;
}

}  // namespace

FoundPlan find_plan(const Batch1d& lines, std::int64_t kept, const Problem& problem, const DeviceCaps& caps,
                    std::span<const Solver> among) {
  FoundPlan found;
  for (const Solver& solver : among) {
    if (lines.chirps.inputs > 0 ? !takes_contours(solver) : !solver.applicable(lines, caps)) continue;
    std::optional<PlanNode> plan = solver.plan(lines, caps);
    if (!plan) continue;
    const std::int64_t scratch_bytes = (kept + plan->scratch_elements) * problem.scratch_element_bytes();
    if (scratch_bytes > caps.max_allocation) {
      found.too_large = scratch_bytes;
    } else if (!found.plan || plan->seconds < found.plan->seconds) {
      found.plan = std::move(plan);
    }
  }
  return found;
}

PlanNode best_plan(const Batch1d& lines, std::int64_t kept, const Problem& problem, const DeviceCaps& caps,
                   std::span<const Solver> among) {
  FoundPlan found = find_plan(lines, kept, problem, caps, among);
  if (found.plan) return *std::move(found.plan);
  const std::string what = "no plan for " + problem.token();
  if (found.too_large > 0) {
    throw Error::unsupported(what,
                             fmt::format("it needs {} bytes of scratch, and {} has buffers of {} at most",
                                         found.too_large, caps.name, caps.max_allocation),
                             "transform a smaller batch at a time, or use another device");
  }
  if (lines.choice.made()) throw lines.choice.error(problem, lines.length, caps.compute_units);
  throw Error::unsupported(
      what, fmt::format("nothing fits {} bytes of local memory and {} work-items", caps.local_memory, caps.max_threads),
      "use another device");
}

}  // namespace papilio::plan
