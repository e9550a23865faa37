// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <string>

namespace papilio {
namespace {

/// lo..hi inclusive, small numbers as likely as large ones: lengths matter by their magnitude.
rc::Gen<std::int64_t> magnitude(std::int64_t lo, std::int64_t hi) {
  return rc::gen::mapcat(rc::gen::inRange(0, 40), [lo, hi](int bits) {
    const std::int64_t top = std::min(hi, lo + (std::int64_t{1} << bits) - 1);
    return rc::gen::inRange<std::int64_t>(lo, top + 1);
  });
}

/// 0 for packed, else at least the points.
rc::Gen<std::int64_t> distance(std::int64_t points) {
  return rc::gen::oneOf(rc::gen::just(std::int64_t{0}), magnitude(points, points + (1 << 20)));
}

/// Any valid problem, drawn inside a property.
Problem draw_problem() {
  Problem problem;
  problem.precision = *rc::gen::element(Precision::f32, Precision::f64).as("precision");
  problem.lengths = {*magnitude(1, 1 << 27).as("length")};
  problem.batch = *magnitude(1, std::int64_t{1} << 30).as("batch");
  problem.direction = *rc::gen::element(Direction::forward, Direction::inverse).as("direction");
  problem.placement = *rc::gen::element(Placement::out_of_place, Placement::in_place).as("placement");
  problem.scale = *rc::gen::element(Scale::none, Scale::by_n, Scale::by_sqrt_n).as("scale");
  problem.in_distance = *distance(problem.lengths[0]).as("in_distance");
  problem.out_distance =
      problem.placement == Placement::in_place ? problem.in_distance : *distance(problem.lengths[0]).as("out_distance");
  return problem;
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
