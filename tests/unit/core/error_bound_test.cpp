// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/error_bound.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace papilio
