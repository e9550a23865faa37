// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "support/draw_convolution.hpp"
#include "support/draw_problem.hpp"

namespace papilio {
namespace {

/// Generates any valid problem inside a property.
Problem draw_problem() {
  constexpr std::int64_t one = 1;
  // Including gaps, sizes fit 64 bits.
  return test::draw_problem({{one << 27, one << 20, one << 12, one << 9}, one << 15});
}

TEST(TokenProperty, AValidProblemComesBackNormalised) {
  EXPECT_TRUE(rc::check([] {
    const Problem problem = draw_problem();
    problem.validate();
    RC_ASSERT(Problem::parse(problem.token()) == problem.normalised());
  }));
}

TEST(TokenProperty, EqualTransformsHaveOneToken) {
  EXPECT_TRUE(rc::check([] {
    const Problem problem = draw_problem();
    RC_ASSERT(problem.token() == problem.normalised().token());
  }));
}

TEST(TokenProperty, OptionsMayComeInAnyOrder) {
  EXPECT_TRUE(rc::check([] {
    const Problem problem = draw_problem();
    const std::string token = problem.token();
    // kind:precision:shape, then the last option moved to the front.
    const std::size_t shape_end = token.find(':', token.find(':', token.find(':') + 1) + 1);
    RC_PRE(shape_end != std::string::npos);
    const std::size_t last = token.rfind(':');
    const std::string rotated =
        token.substr(0, shape_end) + token.substr(last) + token.substr(shape_end, last - shape_end);
    RC_ASSERT(Problem::parse(rotated) == problem.normalised());
  }));
}

TEST(TokenProperty, AChangedByteIsRefusedOrStillRoundTrips) {
  EXPECT_TRUE(rc::check([] {
    std::string token = draw_problem().token();
    token[*rc::gen::inRange<std::size_t>(0, token.size())] = *rc::gen::arbitrary<char>();
    Problem problem;
    try {
      problem = Problem::parse(token);
    } catch (const Error& error) {
      RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos);
      return;
    }
    RC_ASSERT(Problem::parse(problem.token()) == problem);
  }));
}

TEST(TokenProperty, AValidConvolutionComesBack) {
  EXPECT_TRUE(rc::check([] {
    const ConvolutionProblem problem = test::draw_convolution({1 << 20, 1 << 10, 1 << 7}, 1 << 10);
    problem.validate();
    RC_ASSERT(ConvolutionProblem::parse(problem.token()) == problem);
  }));
}

TEST(TokenProperty, PowersAreTheirValue) {
  EXPECT_TRUE(rc::check([] {
    const auto base = *rc::gen::inRange<std::int64_t>(1, 100).as("base");
    const auto exponent = *rc::gen::inRange(0, 5).as("exponent");
    std::int64_t value = 1;
    for (int i = 0; i < exponent; ++i) value *= base;
    RC_PRE(value <= 1 << 27);
    RC_ASSERT(Problem::parse("c2c:f32:" + std::to_string(base) + "^" + std::to_string(exponent)) ==
              Problem::parse("c2c:f32:" + std::to_string(value)));
  }));
}

}  // namespace
}  // namespace papilio
