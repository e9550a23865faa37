// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "plan/convolution.hpp"
#include "support/convolutions.hpp"
#include "support/draw_convolution.hpp"
#include "support/interpreted_plan.hpp"

namespace papilio {
namespace {

std::vector<std::string> faults_of(const ConvolutionProblem& problem, const DeviceCaps& caps) {
  try {
    const plan::ConvolutionPlan plan = plan::plan_convolution(problem, caps);
    const test::Numbers signal = test::random_signals(problem, 1);
    const test::Numbers kernel = test::random_kernels(problem, 2);
    test::InterpretedRun run = test::run_interpreted(problem, plan, signal, kernel, caps);
    const auto wrong = test::faults_of_convolution(problem, plan.padded, signal, kernel, run.output);
    run.faults.insert(run.faults.end(), wrong.begin(), wrong.end());
    return run.faults;
  } catch (const Error& error) {
    return {error.what()};
  }
}

TEST(ConvolutionsProperty, AnyConvolutionIsRightOnAnyDevice) {
  test::TimeBox time;
  const auto property = [&time] {
    if (!time.open()) return;
    ConvolutionProblem problem = test::draw_convolution({300, 20, 8}, 4);
    const std::vector<DeviceCaps> devices = test::every_device();
    const DeviceCaps caps = devices[*rc::gen::inRange<std::size_t>(0, devices.size()).as("device")];
    if (!caps.f64) test::without_f64(problem);
    const std::vector<std::string> faults = faults_of(problem, caps);
    if (faults.empty()) return;
    time.failed();
    RC_FAIL(fmt::format("{} on {}: {}", problem.token(), caps.name, fmt::join(faults, "; ")));
  };
  bool right = true;
  while (right && time.open()) right = rc::check(property);
  EXPECT_TRUE(right);
}

}  // namespace
}  // namespace papilio
