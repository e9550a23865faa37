// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every shape that a GPU kernel may be given, not only the one that the cost model likes best today.
#include "plan/gpu_shapes.hpp"

#include <gtest/gtest.h>

#include <papilio/problem.hpp>

#include "core/exchange.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio {
namespace {

/// Runs one kernel that is a whole transform, on a batch that leaves its last tile ragged.
void expect_correct(const KernelSpec& kernel) {
  SCOPED_TRACE(kernel.key());
  const std::int64_t n = kernel.length;
  Problem problem = Problem::c2c(kernel.precision, n, kernel.shape.tile + 1, kernel.direction);
  problem.in_distance = n + 1;
  problem = problem.normalised();
  plan::PlanNode plan;
  plan.pass = plan::Pass{
      kernel, {plan::Slot::input, 0, problem.in_distance}, {plan::Slot::output, 0, problem.out_distance},
      problem.batch};
  const test::Numbers input = test::random_input(problem, 1);
  const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
  for (const std::string& fault : run.faults) ADD_FAILURE() << fault;
  for (const std::string& fault : test::faults_of_output(problem, input, run.output)) ADD_FAILURE() << fault;
}

struct Case {
  std::int64_t length;
  Algorithm algorithm;
  std::int64_t work_length;
};

class GpuShapes : public ::testing::TestWithParam<Case> {};

TEST_P(GpuShapes, AreCorrect) {
  const Case& wanted = GetParam();
  int seen = 0;
  for (const DeviceCaps& caps : {h200_preset(), v3d_preset()}) {
    plan::KernelWish wish;
    wish.spec.length = wanted.length;
    wish.spec.algorithm = wanted.algorithm;
    wish.work_length = wanted.work_length;
    wish.batch = 1000;
    const std::vector<plan::ShapedKernel> shapes = plan::gpu_shapes(wish, caps);
    // A few dozen of them, from cheap to dear, each with the paddings in turn.
    const std::size_t step = shapes.size() / 24 + 1;
    for (std::size_t i = 0; i < shapes.size(); i += step) {
      KernelSpec kernel = shapes[i].spec;
      if (kernel.shape.tile * kernel.length > 8192) continue;
      constexpr int pads[] = {0, 32, 16, 8};
      kernel.shape.pad = pads[seen % 4];
      // One in three with the exchange that it does not have.
      if (seen % 3 == 0 && Exchange(kernel).exists() && !kernel.shape.split) kernel.shape.joined = !kernel.shape.joined;
      ++seen;
      expect_correct(kernel);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(seen, 10);
}

std::string name_of(const ::testing::TestParamInfo<Case>& param_info) {
  constexpr const char* names[] = {"stockham", "rader", "bluestein"};
  return names[static_cast<int>(param_info.param.algorithm)] + std::to_string(param_info.param.length);
}

INSTANTIATE_TEST_SUITE_P(Lengths, GpuShapes,
                         ::testing::Values(Case{2, Algorithm::stockham, 2}, Case{7, Algorithm::stockham, 7},
                                           Case{16, Algorithm::stockham, 16}, Case{60, Algorithm::stockham, 60},
                                           Case{64, Algorithm::stockham, 64}, Case{100, Algorithm::stockham, 100},
                                           Case{512, Algorithm::stockham, 512}, Case{1000, Algorithm::stockham, 1000},
                                           Case{37, Algorithm::rader, 36}, Case{97, Algorithm::rader, 96},
                                           Case{211, Algorithm::rader, 210}, Case{37, Algorithm::bluestein, 80},
                                           Case{83, Algorithm::bluestein, 256}),
                         name_of);

}  // namespace
}  // namespace papilio
