// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem::scratch_storage in the interpreter: results within their bound, no overflow, and fewer bytes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>

#include "plan/plan.hpp"
#include "plan/scratch_scale.hpp"
#include "support/error_of.hpp"
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

/// Numbers of the largest magnitude that f16 has, with the signs of a wave, which all add up in one number.
test::Numbers largest_wave(const Problem& problem, std::int64_t frequency) {
  test::Numbers input(static_cast<std::size_t>(test::buffer_numbers(problem, test::End::input)));
  const std::int64_t width = problem.real_input() ? 1 : 2;
  const double sign = problem.direction == Direction::forward ? 1 : -1;
  const auto n = static_cast<double>(problem.points());
  for (std::size_t i = 0; i < input.size(); ++i) {
    const std::int64_t element = static_cast<std::int64_t>(i) / width;
    const double turns = std::fmod(static_cast<double>(element) * static_cast<double>(frequency), n) / n;
    const double angle = sign * 2 * std::numbers::pi * turns;
    const double value = static_cast<std::int64_t>(i) % width == 0 ? std::cos(angle) : std::sin(angle);
    input[i] = std::copysign(65504.0, value);
  }
  return input;
}

TEST_P(ScratchStorage, CannotOverflow) {
  for (const char* token :
       {"c2c:f16:32768:scratch=f16:factor=1e-5", "c2c:f32:24300:scratch=f16", "r2c:f16:32768:scratch=f16:factor=1e-5",
        "c2r:f16:32768:scratch=f16:factor=1e-5", "c2c:f16:64x125:scratch=f16:factor=3e-5",
        "c2c:f32:8x16x40:in=f16:scratch=f16", "c2r:f32:32x250:scratch=f16"}) {
    const Problem problem = Problem::parse(token);
    const plan::PlanNode plan = plan::make_plan(problem, GetParam());
    SCOPED_TRACE(problem.token() + "\n" + plan.to_string());
    for (const std::int64_t frequency : {std::int64_t{0}, std::int64_t{1}, problem.points() / 2, std::int64_t{77}}) {
      const test::Numbers input = largest_wave(problem, frequency);
      const test::InterpretedRun run = test::run_interpreted(problem, plan, input);
      EXPECT_TRUE(run.faults.empty());
      for (const std::string& fault : test::faults_of_output(problem, input, run.output, plan.roundings))
        ADD_FAILURE() << "frequency " << frequency << ": " << fault;
    }
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
    EXPECT_EQ(plan_of(token).roundings.times, 0) << token;
  EXPECT_EQ(plan_of("c2c:f16:65536*64").roundings.times, 0);
  EXPECT_EQ(plan_of("c2c:f16:65536*64:scratch=f16").roundings.times, 1);
}

TEST(ScratchStorageOnGpus, RefusesConvolutionsInF16) {
  EXPECT_NO_THROW(plan::make_plan(Problem::parse("c2c:f32:99991:scratch=bf16"), h200_preset()));
  const Error error =
      test::error_of([&] { plan::make_plan(Problem::parse("c2c:f32:99991:scratch=f16"), h200_preset()); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_NE(std::string(error.what()).find("use scratch=bf16"), std::string::npos) << error.what();
}

TEST(ScratchScale, IsAPowerOfTwoThatLeavesRoom) {
  EXPECT_EQ(plan::scratch_scale(Storage::bf16, 1e9), 1);
  EXPECT_EQ(plan::scratch_scale(Storage::native, 1e9), 1);
  EXPECT_EQ(plan::scratch_scale(Storage::f16, 256 * plan::rotated), 1.0 / 512);
  EXPECT_EQ(plan::scratch_scale(Storage::f16, 512), 1.0 / 512);
}

}  // namespace
}  // namespace papilio
