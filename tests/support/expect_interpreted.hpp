// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What every test here expects of a plan.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "plan/solver.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio {

/// The plan of a normalised problem runs without a fault, and its output is right.
inline void expect_interpreted(const Problem& problem, const DeviceCaps& caps) {
  SCOPED_TRACE(problem.token() + " on " + caps.name);
  const plan::PlanNode plan = plan::make_plan(problem, caps);
  SCOPED_TRACE(plan.to_string());
  const test::Numbers input = test::random_input(problem, 1);
  const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
  for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  for (const std::string& fault : test::faults_of_output(problem, input, run.output)) ADD_FAILURE() << fault;
}

/// Of a test's parameter, as GoogleTest wants names.
inline std::string name_of_device(const testing::TestParamInfo<DeviceCaps>& info) {
  std::string name = info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

}  // namespace papilio
