// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solver.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include <algorithm>
#include <array>

#include "plan/solvers/solvers.hpp"

namespace papilio::plan {
namespace {

// Beyond any memory, and far from where the products of the cost model, 16 times this at most, leave 64 bits.
constexpr std::int64_t most_bytes = std::int64_t{1} << 56;

void require_imaginable(const Problem& problem) {
  const std::int64_t elements = std::max(problem.input_elements(), problem.output_elements());
  if (elements > most_bytes / problem.element_bytes()) {
    throw Error::unsupported("problem " + problem.token(),
                             fmt::format("a buffer of {} elements is more than any device holds", elements),
                             "use a smaller batch or distance");
  }
}

std::int64_t scratch_bytes(const PlanNode& plan, const Problem& problem) {
  return plan.scratch_elements * problem.element_bytes();
}

}  // namespace

std::span<const Solver> solvers() {
  static const std::array<Solver, 5> list = {direct_solver(), rader_solver(), bluestein_solver(), four_step_solver(),
                                             long_bluestein_solver()};
  return list;
}

PlanNode make_plan(const Problem& problem, const DeviceCaps& caps) {
  problem.validate();
  const Problem p = problem.normalised();
  if (p.precision == Precision::f64 && !caps.f64) {
    throw Error::unsupported("f64 on " + caps.name, "the device has no double precision", "use f32");
  }
  require_imaginable(p);
  std::optional<PlanNode> best;
  std::int64_t too_large = 0;  // scratch of a plan that would do, were there a buffer for it
  for (const Solver& solver : solvers()) {
    if (!solver.applicable(p, caps)) continue;
    std::optional<PlanNode> plan = solver.plan(p, caps);
    if (!plan) continue;
    if (scratch_bytes(*plan, p) > caps.max_allocation) {
      too_large = scratch_bytes(*plan, p);
    } else if (!best || plan->seconds < best->seconds) {
      best = std::move(plan);
    }
  }
  if (!best && too_large > 0) {
    throw Error::unsupported(
        "no plan for " + p.token(),
        fmt::format("it needs {} bytes of scratch, and {} has buffers of {} at most", too_large, caps.name,
                    caps.max_allocation),
        "transform a smaller batch at a time, or use another device");
  }
  if (!best) {
    throw Error::unsupported(
        "no plan for " + p.token(),
        fmt::format("nothing fits {} bytes of local memory and {} work-items", caps.local_memory, caps.max_threads),
        "use another device");
  }
  return *best;
}

}  // namespace papilio::plan
