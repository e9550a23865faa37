// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <papilio/device.hpp>
#include <papilio/error.hpp>

#include "support/draw_convolution.hpp"
#include "tools/check/checker.hpp"

namespace papilio::tool {
namespace {

constexpr std::uint64_t seed = 1;

std::vector<std::string> faults_of(Checker& checker, const ConvolutionProblem& problem) {
  try {
    return checker.check(problem).faults;
  } catch (const Error& error) {
    return {error.what()};
  }
}

TEST(ConvolutionsProperty, AnyConvolutionIsRightOnThisDevice) {
  if (list_devices().devices.empty()) GTEST_SKIP() << "no device: " << list_devices().notes.front();
  const Device device("auto");
  References references;
  try {
    references = References::open({Problem::parse("c2c:f32:1"), Problem::parse("c2c:f64:1")});
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  Checker checker(device, references, seed);
  test::TimeBox time;
  EXPECT_TRUE(rc::check([&] {
    if (!time.open()) return;
    ConvolutionProblem problem = test::draw_convolution({5000, 100, 25}, 6);
    if (!device.info().f64) test::without_f64(problem);
    // As the command parses it: a storage that is the precision's own is native.
    const std::string token = problem.token();
    const std::vector<std::string> faults = faults_of(checker, ConvolutionProblem::parse(token));
    if (faults.empty()) return;
    time.failed();
    RC_FAIL(fmt::format("papilio check '{}' --seed {}: {}", token, seed, fmt::join(faults, "; ")));
  }));
}

}  // namespace
}  // namespace papilio::tool
