// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Runs kernels in the interpreter and their PTX in ptx_machine: both must give the same bits, and the PTX must make no
// error that a device would not tolerate. Other tests check whether the results are correct.
#pragma once

#include <gtest/gtest.h>

#include "plan/plan_node.hpp"
#include "support/expect_interpreted.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio {

inline void expect_same(const Problem& problem, const plan::PlanNode& plan) {
  SCOPED_TRACE(problem.token() + "\n" + plan.to_string());
  const test::InterpretedRun run =
      test::run_interpreted(problem, plan, test::random_input(problem, 1), test::run_as_ptx_too);
  for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
}

/// One kernel that is a whole transform, with an incomplete last tile.
inline void expect_same(const KernelSpec& kernel) {
  Problem problem = Problem::c2c(kernel.precision, kernel.length, kernel.shape.tile + 1, kernel.direction);
  if (kernel.several_axes()) problem.lengths = kernel.axis_lengths;
  if (kernel.in_place) problem.placement = Placement::in_place;
  problem = problem.normalised();
  expect_same(problem, plan_of(kernel, problem));
}

}  // namespace papilio
