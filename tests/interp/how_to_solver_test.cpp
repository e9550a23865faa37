// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// docs/how-to/add-a-solver.md, followed with a solver that exists only here.
#include <gtest/gtest.h>

#include <vector>

#include "core/number_theory.hpp"
#include "plan/array_context.hpp"
#include "plan/solver.hpp"
#include "plan/solvers/single_kernel.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

// What solvers/NAME.cpp holds: a length of two coprime factors in one kernel, which it claims is free.
namespace scratch {

std::optional<plan::PlanNode> make(const plan::Batch1d& lines, const DeviceCaps& caps) {
  std::optional<plan::PlanNode> plan =
      plan::single_kernel_plan(lines, caps, {"scratch", Algorithm::stockham, lines.length});
  if (plan) plan->seconds = 0;
  return plan;
}

bool applicable(const plan::Batch1d& lines, const DeviceCaps&) {
  return lines.length % 3 == 0 && lines.length % 4 == 0;  // 12, 24, 36 …
}

plan::Solver solver() { return {"scratch", applicable, make}; }

}  // namespace scratch

plan::PlanNode plan_with_scratch(const Problem& problem, const DeviceCaps& caps) {
  const Callbacks callbacks;
  const std::optional<plan::FilterArray> filter;
  plan::ArrayContext context({problem, caps, callbacks, filter});
  const plan::Batch1d lines = context.lines(plan::AxisSpan(context.order()), context.input(), context.output(),
                                            context.first_box(context.input(), 0), plan::ArrayContext::Last::yes);
  std::vector<plan::Solver> among(plan::solvers().begin(), plan::solvers().end());
  among.push_back(scratch::solver());
  return plan::best_plan(lines, 0, problem, caps, among);
}

TEST(HowToSolver, IsTakenWhereItIsApplicableAndCheapest) {
  for (const DeviceCaps& caps : test::every_device()) {
    const Problem problem = Problem::parse("c2c:f32:36*5").normalised();
    const plan::PlanNode plan = plan_with_scratch(problem, caps);
    EXPECT_EQ(plan.solver, "scratch") << caps.name;
    expect_interpreted(problem, plan);
  }
}

TEST(HowToSolver, IsNotAskedWhereItIsNotApplicable) {
  const Problem problem = Problem::parse("c2c:f32:35*5").normalised();
  const plan::PlanNode plan = plan_with_scratch(problem, cpu_preset());
  EXPECT_NE(plan.solver, "scratch");
  expect_interpreted(problem, plan);
}

}  // namespace
}  // namespace papilio
