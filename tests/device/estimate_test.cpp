// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/papilio.hpp>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using Estimates = OnDevice;

TEST_F(Estimates, AgreeWithPlans) {
  for (const char* token : {"c2c:f32:64*5", "c2c:f32:65536*3:inplace", "r2c:f32:32x48*5"}) {
    const Problem problem = Problem::parse(token);
    const Estimate told = estimate(problem, device_);
    const Plan plan(device_, problem);
    EXPECT_EQ(told.scratch_bytes, plan.scratch_bytes()) << token;
    EXPECT_GE(told.read_bytes, problem.input_elements() * problem.input_element_bytes()) << token;
    EXPECT_GE(told.written_bytes, problem.output_elements() * problem.output_element_bytes()) << token;
    EXPECT_GE(told.launches, 1) << token;
    EXPECT_GT(told.seconds, 0) << token;
  }
  EXPECT_GT(estimate(Problem::parse("c2c:f32:65536*64"), device_).seconds,
            estimate(Problem::parse("c2c:f32:65536*3"), device_).seconds);
}

TEST_F(Estimates, OfConvolutions) {
  const ConvolutionProblem problem = ConvolutionProblem::parse("conv:f32:1000x50:kernel=3x3");
  const Estimate told = estimate(problem, device_);
  EXPECT_EQ(told.scratch_bytes, Convolution(device_, problem).scratch_bytes());
  EXPECT_GE(told.read_bytes, problem.signal_elements() * 4);
  EXPECT_GE(told.launches, 1);
}

TEST_F(Estimates, RefuseWhatPlansRefuse) {
  EXPECT_EQ(code_of([&] { (void)estimate(Problem::c2c(Precision::f32, 0), device_); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { (void)estimate(Problem::c2c(Precision::f32, (1 << 27) + 1), device_); }),
            ErrorCode::unsupported);
  EXPECT_EQ(code_of([] { (void)estimate(Problem::parse("c2c:f32:64"), {}); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
