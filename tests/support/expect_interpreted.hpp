// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Expectations that the tests of interpreted plans share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio {

/// Expects that the plan of a normalised problem runs without a fault and that its output is correct.
inline void expect_interpreted(const Problem& problem, const plan::PlanNode& plan) {
  SCOPED_TRACE(problem.token() + "\n" + plan.to_string());
  const test::Numbers input = test::random_input(problem, 1);
  const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
  for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  for (const std::string& fault : test::faults_of_output(problem, input, run.output, plan.roundings))
    ADD_FAILURE() << fault;
}

/// The plan of one kernel, which computes all of a normalised problem.
inline plan::PlanNode plan_of(const KernelSpec& kernel, const Problem& problem) {
  plan::PlanNode plan;
  plan.pass = plan::Pass{kernel,
                         {plan::Slot::input, 0, problem.in_distance},
                         {plan::Slot::output, 0, problem.out_distance},
                         problem.batch};
  return plan;
}

inline void expect_interpreted(const Problem& problem, const DeviceCaps& caps) {
  SCOPED_TRACE(caps.name);
  expect_interpreted(problem, plan::make_plan(problem, caps));
}

/// Tests of plans for a device, the parameter.
class InterpretedPlans : public ::testing::TestWithParam<DeviceCaps> {
 protected:
  /// Stops at the first problem that is not correct. Leaves out what the device's precision does not permit.
  static void expect_all_correct(const std::vector<std::string>& tokens) {
    for (const std::string& token : tokens) {
      const Problem problem = Problem::parse(token);
      if (problem.precision == Precision::f64 && !GetParam().f64) continue;
      expect_interpreted(problem, GetParam());
      if (HasFailure()) return;
    }
  }
};

/// The plan for 2000 transforms, executed with two of them: some plans are made only for data larger than the cache.
struct FewOfMany {
  Problem problem;  ///< the two transforms, normalised
  plan::PlanNode plan;
};

/// `token` contains a % for the number of transforms.
inline FewOfMany few_of_many(const std::string& token, const DeviceCaps& caps) {
  constexpr int many = 2000;
  const std::size_t place = token.find('%');
  const auto of = [&](int count) {
    return Problem::parse(token.substr(0, place) + std::to_string(count) + token.substr(place + 1)).normalised();
  };
  FewOfMany result{of(2), plan::make_plan(of(many), caps)};
  const std::function<void(plan::PlanNode&)> shrink = [&](plan::PlanNode& part) {
    if (part.pass) part.pass->batch = part.pass->batch / many * 2;
    if (part.pass && part.pass->fused) part.pass->fused->units = part.pass->fused->units / many * 2;
    std::for_each(part.children.begin(), part.children.end(), shrink);
  };
  shrink(result.plan);
  result.plan.scratch_elements = result.plan.scratch_elements / many * 2;
  return result;
}

/// Puts the data between the passes of a plan with one loop into blocks of the reader's tile.
inline void put_blocks(plan::PlanNode& plan) {
  bool any = false;
  for (std::size_t i = 1; i < plan.children.size(); ++i) {
    plan::Pass& writer = plan.children[i - 1].pass.value();
    plan::Pass& reader = plan.children[i].pass.value();
    if (reader.kernel.columns() % reader.kernel.shape.tile != 0) continue;
    any = true;
    writer.kernel.out.strides.block = reader.kernel.in.strides.block = reader.kernel.shape.tile;
    if (writer.target.slot == plan::Slot::scratch) continue;
    writer.target = reader.source = {plan::Slot::scratch, 0, reader.kernel.transform()};
    writer.kernel.in_place = reader.kernel.in_place = false;
    plan.scratch_elements = reader.kernel.transform() * reader.batch;
  }
  ASSERT_TRUE(any) << plan.to_string();
}

/// The name of a test parameter, in the characters that GoogleTest allows.
inline std::string name_of_device(const testing::TestParamInfo<DeviceCaps>& info) {
  std::string name = info.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

}  // namespace papilio
