// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/check/errors.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace papilio::tool {
namespace {

TEST(Errors, AreThoseOfTheWorstTransformAndPooledForTheRms) {
  Errors errors;
  // Norm 5, largest 4, difference (0, 0.5): l2 0.5/5, max 0.5/4.
  const std::vector<float> first = {3, 0, 0, 4.5F};
  const std::vector<long double> first_exact = {3, 0, 0, 4};
  errors.add<float, long double>(first, first_exact.data(), 1, 2);
  // Norm 10, exact.
  const std::vector<float> second = {6, 0, 0, 8};
  const std::vector<long double> second_exact = {6, 0, 0, 8};
  errors.add<float, long double>(second, second_exact.data(), 1, 2);
  EXPECT_DOUBLE_EQ(errors.relative_l2(), 0.1);
  EXPECT_DOUBLE_EQ(errors.max_error(), 0.125);
  EXPECT_DOUBLE_EQ(errors.ppm_rms(), 1e6 * std::sqrt(0.25 / 125));
}

TEST(Errors, RealElementsAreOneNumber) {
  Errors errors;
  // Norm 5, largest 4, difference (0.25, 0.5): as complex numbers they would be one element.
  const std::vector<float> got = {3.25F, 4.5F};
  const std::vector<long double> exact = {3, 4};
  errors.add<float, long double>(got, exact.data(), 1, 1);
  EXPECT_DOUBLE_EQ(errors.relative_l2(), std::sqrt(0.3125) / 5);
  EXPECT_DOUBLE_EQ(errors.max_error(), 0.5 / 4);
}

TEST(Errors, TheScaleAppliesToTheExactValues) {
  Errors errors;
  const std::vector<float> got = {1, 2};
  const std::vector<long double> exact = {4, 8};
  errors.add<float, long double>(got, exact.data(), 0.25L, 2);
  EXPECT_EQ(errors.relative_l2(), 0);
  EXPECT_EQ(errors.ppm_rms(), 0);
}

TEST(Errors, NaNIsInfinite) {
  Errors errors;
  const std::vector<float> got = {1, 1, std::numeric_limits<float>::quiet_NaN(), 0};
  const std::vector<long double> exact = {1, 1, 1, 1};
  errors.add<float, long double>(got, exact.data(), 1, 2);
  EXPECT_TRUE(std::isinf(errors.relative_l2()));
  EXPECT_TRUE(std::isinf(errors.max_error()));
  EXPECT_TRUE(std::isinf(errors.ppm_rms()));
}

}  // namespace
}  // namespace papilio::tool
