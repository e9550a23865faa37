// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/error_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace papilio {
namespace {

TEST(ErrorBound, GrowsWithTheRootOfTheStages) {
  EXPECT_DOUBLE_EQ(error_bound(1 << 16, Precision::f32), 4 * 1.2e-7);
  EXPECT_DOUBLE_EQ(error_bound(1 << 16, Precision::f64), 4 * 4.0e-16);
}

TEST(ErrorBound, OfTheShortestLengthsIsThatOfOneStage) {
  EXPECT_DOUBLE_EQ(error_bound(1, Precision::f32), 1.2e-7);
  EXPECT_DOUBLE_EQ(error_bound(2, Precision::f64), 4.0e-16);
}

TEST(ErrorBound, IsThreeTimesThatWithAPrimeFactorAbove13) {
  EXPECT_LT(error_bound(13 * 16, Precision::f32), error_bound(17 * 16, Precision::f32) / 2.9);
  EXPECT_LT(error_bound(1024, Precision::f64), error_bound(1009, Precision::f64) / 2.9);
}

TEST(ScratchError, IsAUnitRoundoffForEachRounding) {
  const Problem c2c = Problem::parse("c2c:f32:1024:scratch=f16");
  EXPECT_DOUBLE_EQ(scratch_error(c2c, {}), 0);
  EXPECT_DOUBLE_EQ(scratch_error(c2c, {2, 0}), 0x1p-10);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("c2c:f32:1009:scratch=bf16"), {1, 0}), 3 * 0x1p-8);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("c2c:f32:1024"), {2, 0}), 0);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("r2c:f32:1024:scratch=f16"), {1, 0}), std::sqrt(2.0) * 0x1p-11);
}

TEST(ScratchError, OfSmallNumbersIsAbsoluteInF16) {
  // 1024 points of which each stored number is a sum of 4, stored at a scale of 1/8.
  const ScratchRoundings roundings{1, 8 / std::sqrt(4.0)};
  EXPECT_DOUBLE_EQ(scratch_least(Problem::parse("c2c:f32:1024:scratch=f16"), roundings), 0x1p-25 * 4 * 32);
  EXPECT_DOUBLE_EQ(scratch_least(Problem::parse("c2c:f32:1024:scratch=bf16"), roundings), 0);
}

}  // namespace
}  // namespace papilio
