// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <papilio/device.hpp>
#include <papilio/error.hpp>

#include "support/draw_convolution.hpp"
#include "support/draw_problem.hpp"
#include "verify/check/checker.hpp"

namespace papilio::verify {
namespace {

constexpr std::uint64_t seed = 1;

template <typename Drawn>
std::vector<std::string> faults_of(Checker& checker, const Drawn& problem) {
  try {
    return checker.check(problem).faults;
  } catch (const Error& error) {
    return {error.what()};
  }
}

/// Every problem that `draw` generates, given whether the device has double precision, is computed correctly on this
/// device after a round trip through its token.
template <typename Draw>
void expect_right(const Draw& draw) {
  if (list_devices().devices.empty()) GTEST_SKIP() << "no device: " << list_devices().notes.front();
  const Device device("auto");
  References references;
  try {
    references.open({Problem::parse("c2c:f32:1"), Problem::parse("c2c:f64:1")});
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  Checker checker(device, references, {.seed = seed, .distribution = Inputs::varied});
  test::TimeBox time;
  EXPECT_TRUE(rc::check([&] {
    if (!time.open()) return;
    const auto problem = draw(device.info().f64);
    const std::vector<std::string> faults = faults_of(checker, problem);
    if (faults.empty()) return;
    time.failed();
    RC_FAIL(fmt::format("papilio check '{}' --seed {}: {}", problem.token(), seed, fmt::join(faults, "; ")));
  }));
}

TEST(CheckerProperty, AnyProblemIsRightOnThisDevice) {
  expect_right([](bool f64) {
    Problem problem = test::draw_problem({{5000, 100, 25, 10}, 6});
    if (!f64) problem.precision = Precision::f32;
    problem.validate();
    return problem.normalised();
  });
}

TEST(CheckerProperty, AnyConvolutionIsRightOnThisDevice) {
  expect_right([](bool f64) {
    ConvolutionProblem problem = test::draw_convolution({5000, 100, 25}, 6);
    if (!f64) test::without_f64(problem);
    return ConvolutionProblem::parse(problem.token());
  });
}

}  // namespace
}  // namespace papilio::verify
