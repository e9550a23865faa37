// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "plan/solver.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

#include <array>

#include "plan/solvers/solvers.hpp"

namespace papilio::plan {

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
  std::optional<PlanNode> best;
  for (const Solver& solver : solvers()) {
    if (!solver.applicable(p, caps)) continue;
    std::optional<PlanNode> plan = solver.plan(p, caps);
    if (plan && (!best || plan->seconds < best->seconds)) best = std::move(plan);
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
