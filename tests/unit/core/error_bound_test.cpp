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
  // Both parts of a number with a shared exponent are rounded to units of 2^-10 of the larger one.
  const double of_word = 0x1p-11 * std::sqrt(2.0);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("c2c:f32:1024:scratch=f16"), 0), 0);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("c2c:f32:1024:scratch=f16"), 2), 2 * of_word);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("c2c:f32:1009:scratch=bf16"), 1), 3 * 0x1p-8);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("c2c:f32:1024"), 2), 0);
  EXPECT_DOUBLE_EQ(scratch_error(Problem::parse("r2c:f32:1024:scratch=f16"), 1), std::sqrt(2.0) * of_word);
}

}  // namespace
}  // namespace papilio
