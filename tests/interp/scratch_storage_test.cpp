// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem::scratch_storage in the interpreter: results within their bound, no overflow, and fewer bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/problem.hpp>

#include "plan/plan.hpp"
#include "support/expect_interpreted.hpp"

namespace papilio {
namespace {

using ScratchStorage = InterpretedPlans;

TEST_P(ScratchStorage, OfOneAxis) {
  expect_all_correct({"c2c:f16:4096*2:scratch=f16:scale=1/sqrt(n)", "c2c:f16:32768:scratch=f16:scale=1/sqrt(n)",
                      "c2c:f32:32768:scratch=f16", "c2c:bf16:32768:scratch=bf16", "c2c:f32:32768:scratch=bf16:inverse",
                      "c2c:f32:32768:inplace:scratch=f16", "c2c:f16:32768:inplace:scratch=f16:scale=1/sqrt(n)",
                      "c2c:f32:30030:scratch=f16", "c2c:f64:16384:scratch=f32", "c2c:f32:4099:scratch=bf16"});
}

TEST_P(ScratchStorage, OfRealTransforms) {
  expect_all_correct({"r2c:f32:32768*2:scratch=f16", "r2c:f16:32768:scratch=f16:scale=1/sqrt(n)",
                      "c2r:f32:32768*2:scratch=f16", "c2r:f16:32768:scratch=f16:scale=1/sqrt(n)",
                      "r2c:f32:12x250:scratch=f16", "c2r:f32:12x250:scratch=f16", "c2r:f32:12x250:inplace:scratch=f16",
                      "dct2:f32:2048:scratch=bf16", "dct2:f32:30x40:scratch=bf16", "dst1:f32:31x15:scratch=bf16"});
}

TEST_P(ScratchStorage, OfArraysOfWhichNothingIsTransformed) {
  // Along an axis that is not transformed, what is not zero is skipped.
  expect_all_correct({"c2c:f32:4x4x4:axes=0,2:scratch=bf16:zero=-x[1,4)x-:skip=-x[0,1)x-",
                      "r2c:f32:4x4x6*2:inplace:axes=0,2:scratch=f16:zero=-x[1,4)x-:skip=-x[0,1)x-"});
}

TEST_P(ScratchStorage, OfArrays) {
  expect_all_correct({"c2c:f16:64x64:scratch=f16:scale=1/sqrt(n)", "c2c:f32:64x100:scratch=f16",
                      "c2c:f16:16x20x24:scratch=f16:scale=1/sqrt(n)", "c2c:f32:16x20x24:scratch=bf16:inplace",
                      "c2c:f32:11x37x8:scratch=f16:axes=0,1", "c2c:f64:30x40:scratch=f32",
                      "c2c:f32:64x64:scratch=f16:zero=[32,64)x[32,64)", "c2c:f32:64x64:scratch=bf16:skip=[0,9)x-",
                      "r2c:f32:2x2x2x2*3:inplace:axes=0,2,3:scratch=bf16:zero=[1,2)x[1,2)x-x[0,1)"});
}

TEST_P(ScratchStorage, OfConvolutionsAndChirps) {
  expect_all_correct({"c2c:f32:4099:scratch=f16", "c2c:f32:2*4099:scratch=f16:inverse", "r2c:f32:8198:scratch=f16",
                      "c2c:f32:3000:band=0.1,0.2,300:scratch=f16", "dct2:f32:2048:scratch=f16",
                      "dst4:f32:999:scratch=f16", "dht:f32:8192:scratch=f16"});
}

/// A random input times a power of ten.
test::Numbers input_of(const Problem& problem, double magnitude) {
  test::Numbers input = test::random_input(problem, 5);
  for (double& number : input) number *= magnitude;
  return input;
}

TEST_P(ScratchStorage, KeepsItsDigitsAtEveryMagnitude) {
  for (const char* token : {"c2c:f32:24300:scratch=f16", "r2c:f32:32768:scratch=f16", "c2r:f32:32x250:scratch=f16",
                            "c2c:f32:4099:scratch=f16", "c2c:f32:64x125:scratch=f16:inplace"}) {
    const Problem problem = Problem::parse(token);
    const plan::PlanNode plan = plan::make_plan(problem, GetParam());
    SCOPED_TRACE(problem.token() + "\n" + plan.to_string());
    for (const double magnitude : {1e-30, 1e-15, 1e5, 1e15, 1e30}) {
      const test::Numbers input = input_of(problem, magnitude);
      const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
      EXPECT_TRUE(run.faults.empty());
      for (const std::string& fault : test::faults_of_output(problem, input, run.output, plan.roundings))
        ADD_FAILURE() << magnitude << ": " << fault;
    }
  }
}

/// Transforms of one batch may differ by sixty orders of magnitude.
TEST_P(ScratchStorage, HasAnExponentForEveryNumber) {
  const Problem problem = Problem::parse("c2c:f32:32768*2:scratch=f16");
  const plan::PlanNode plan = plan::make_plan(problem, GetParam());
  test::Numbers input = input_of(problem, 1e-30);
  for (std::size_t i = 65536; i < input.size(); ++i) input[i] *= 1e60;
  const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
  EXPECT_TRUE(run.faults.empty());
  for (const std::string& fault : test::faults_of_output(problem, input, run.output, plan.roundings))
    ADD_FAILURE() << fault;
}

TEST_P(ScratchStorage, SpreadsWhatIsNotFinite) {
  const Problem problem = Problem::parse("c2c:f32:32768:scratch=f16");
  const plan::PlanNode plan = plan::make_plan(problem, GetParam());
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    test::Numbers input = test::random_input(problem, 5);
    input[777] = wrong;
    const test::Numbers output = test::run_interpreted(problem, plan, input).output;
    EXPECT_TRUE(std::ranges::none_of(output, [](double x) { return std::isfinite(x); })) << wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, ScratchStorage, ::testing::ValuesIn(test::every_device()), name_of_device);

/// Without clusters, which compute 65536 points in one kernel.
plan::PlanNode plan_of(const std::string& token) {
  DeviceCaps caps = h200_preset();
  caps.cluster = 1;
  return plan::make_plan(Problem::parse(token), caps);
}

std::int64_t bytes_of(const std::string& token) {
  std::int64_t bytes = 0;
  const plan::PlanNode plan = plan_of(token);
  for (const plan::Pass* pass : plan.passes()) bytes += pass->read_bytes + pass->written_bytes;
  return bytes;
}

TEST(ScratchStorageOnGpus, MovesTheBytesOfItsType) {
  for (const std::string shape : {"65536*64", "256x256*64"}) {
    const std::int64_t points = 65536 * 64;
    EXPECT_EQ(bytes_of("c2c:f16:" + shape), points * 2 * (2 + 4 + 4 + 2)) << shape;
    EXPECT_EQ(bytes_of("c2c:f16:" + shape + ":scratch=f16"), points * 2 * (2 + 2 + 2 + 2)) << shape;
    EXPECT_EQ(bytes_of("c2c:f32:" + shape + ":scratch=bf16"), points * 2 * (4 + 2 + 2 + 4)) << shape;
  }
}

TEST(ScratchStorageOnGpus, HasNoRoundingInOnePass) {
  for (const char* token : {"c2c:f16:1024:scratch=f16", "c2c:f32:16x16:scratch=bf16"})
    EXPECT_EQ(plan_of(token).roundings, 0) << token;
  EXPECT_EQ(plan_of("c2c:f16:65536*64").roundings, 0);
  EXPECT_EQ(plan_of("c2c:f16:65536*64:scratch=f16").roundings, 1);
}

}  // namespace
}  // namespace papilio
