// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/sphere_problem.hpp>

#include "support/error_of.hpp"

namespace papilio::test {
namespace {

TEST(SphereProblemTest, TakesIndicesOfBothForms) {
  // An axis of 8 has 0 .. 7 and -3 .. 4, one of 9 has 0 .. 8 and -4 .. 4.
  EXPECT_EQ(message_of([] { SphereProblem{Precision::f32, {8, 9, 1}, {{-3, -4, 0}, {7, 8, 0}}}.validate(); }), "");
  EXPECT_EQ(message_of([] { SphereProblem{Precision::f32, {1, 1, 1}, {{0, 0, 0}}, 5}.validate(); }), "");
}

TEST(SphereProblemTest, RefusalsNameTheValueAndTheRemedy) {
  const auto expect = [](const SphereProblem& problem, const char* words) {
    const std::string message = message_of(ErrorCode::invalid_argument, [&] { problem.validate(); });
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  expect({Precision::f32, {8, 9, 1}, {}}, "there are no coefficients; give at least one triplet");
  expect({Precision::f32, {8, 9, 1}, {{-4, 0, 0}}}, "index x of triplet 0 is -4; give -3 to 7");
  expect({Precision::f32, {8, 9, 1}, {{0, 0, 0}, {0, 9, 0}}}, "index y of triplet 1 is 9; give -4 to 8");
  expect({Precision::f32, {8, 9, 1}, {{0, 0, 1}}}, "index z of triplet 0 is 1; give 0 to 0");
  expect({Precision::f32, {8, -1, 1}, {{0, 0, 0}}}, "an edge of the box is -1");
  expect({Precision::f32, {1 << 20, 1 << 20, 1 << 20}, {{0, 0, 0}}}, "more than 2^48 points");
  expect({Precision::f32, {8, 9, 1}, {{0, 0, 0}}, 0}, "the batch is 0");
  expect({Precision{99}, {8, 9, 1}, {{0, 0, 0}}}, "enum value 99 has no meaning");
  expect({Precision::f32, {8, 9, 1}, {{0, 0, 0}}, 1, Scale{99}}, "enum value 99 has no meaning");
}

}  // namespace
}  // namespace papilio::test
