// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/errors.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace papilio::verify {
namespace {

TEST(Errors, AreThoseOfTheWorstTransformAndPooledForTheRms) {
  Errors errors({.arithmetic = 1});
  // Norm 5, largest 4, difference (0, 0.5): l2 0.5/5, max 0.5/4.
  const std::vector<float> first = {3, 0, 0, 4.5F};
  const std::vector<long double> first_exact = {3, 0, 0, 4};
  errors.add<float, long double>({.got = first, .exact = first_exact.data(), .scale = 1, .width = 2});
  // Norm 10, exact.
  const std::vector<float> second = {6, 0, 0, 8};
  const std::vector<long double> second_exact = {6, 0, 0, 8};
  errors.add<float, long double>({.got = second, .exact = second_exact.data(), .scale = 1, .width = 2});
  EXPECT_DOUBLE_EQ(errors.relative_l2(), 0.1);
  EXPECT_DOUBLE_EQ(errors.max_error(), 0.125);
  EXPECT_DOUBLE_EQ(errors.ppm_rms(), 1e6 * std::sqrt(0.25 / 125));
}

TEST(Errors, RealElementsAreOneNumber) {
  Errors errors({.arithmetic = 1});
  // Norm 5, largest 4, difference (0.25, 0.5): as complex numbers they would be one element.
  const std::vector<float> got = {3.25F, 4.5F};
  const std::vector<long double> exact = {3, 4};
  errors.add<float, long double>({.got = got, .exact = exact.data(), .scale = 1, .width = 1});
  EXPECT_DOUBLE_EQ(errors.relative_l2(), std::sqrt(0.3125) / 5);
  EXPECT_DOUBLE_EQ(errors.max_error(), 0.5 / 4);
}

TEST(Errors, TheScaleAppliesToTheExactValues) {
  Errors errors({.arithmetic = 1});
  const std::vector<float> got = {1, 2};
  const std::vector<long double> exact = {4, 8};
  errors.add<float, long double>({.got = got, .exact = exact.data(), .scale = 0.25L, .width = 2});
  EXPECT_EQ(errors.relative_l2(), 0);
  EXPECT_EQ(errors.ppm_rms(), 0);
}

TEST(Errors, OfWhatIsKeptAreRelativeToItsShareOfTheWhole) {
  // 16 elements of norm 1 each; 8 kept, one of them wrong by 0.5: relative to a norm of sqrt(8).
  Errors errors({.arithmetic = 1});
  const std::vector<long double> exact(16, 1);
  std::vector<float> got(16, 9);
  std::vector<bool> skipped(16, true);
  for (std::size_t i = 0; i < 8; ++i) {
    got[i] = i == 3 ? 1.5F : 1.0F;
    skipped[i] = false;
  }
  errors.add<float, long double>({.got = got, .exact = exact.data(), .skipped = skipped});
  EXPECT_DOUBLE_EQ(errors.relative_l2(), 0.5 / std::sqrt(8.0));
  EXPECT_DOUBLE_EQ(errors.bound(), 1);
}

TEST(Errors, OfAFewSmallElementsCountAsEight) {
  Errors errors({.arithmetic = 1});
  std::vector<long double> exact(64, 1);
  exact[0] = 0;  // small by chance
  std::vector<bool> skipped(64, true);
  skipped[0] = false;
  std::vector<float> got(64, 0);
  got[0] = 0.25F;
  errors.add<float, long double>({.got = got, .exact = exact.data(), .skipped = skipped});
  EXPECT_DOUBLE_EQ(errors.relative_l2(), 0.25 / std::sqrt(63.0 * 8 / 64));
}

// Of 8-bit samples the zero frequency is nearly all there is. Rounded to f16 it is wrong by more than the mean allows.
TEST(Errors, RoundingOfWhatIsStoredIsRelativeToWhatIsKept) {
  const double unit = 0x1p-11;
  std::vector<long double> exact(4096, 10);
  exact[0] = 40000;
  std::vector<bool> skipped(4096, true);
  skipped[0] = false;
  std::vector<float> got(4096, 0);
  for (const auto& [value, within] : {std::pair{40000 + 9.0F, true}, {40000 + 40.0F, false}}) {
    Errors errors({.arithmetic = 1e-6, .stored = unit});
    got[0] = value;
    errors.add<float, long double>({.got = got, .exact = exact.data(), .skipped = skipped});
    EXPECT_EQ(errors.relative_l2() <= errors.bound(), within) << value;
  }
}

// What is kept is small, the rest large: rounding of the small ones allows for no more than theirs.
TEST(Errors, RoundingOfSmallElementsAllowsLittle) {
  std::vector<long double> exact(4096, 1000);
  std::vector<bool> skipped(4096, true);
  std::vector<float> got(4096, 0);
  for (std::size_t i = 0; i < 64; ++i) {
    exact[i] = 1;
    got[i] = 1.01F;
    skipped[i] = false;
  }
  Errors errors({.arithmetic = 1e-7, .stored = 0x1p-11});
  errors.add<float, long double>({.got = got, .exact = exact.data(), .skipped = skipped});
  EXPECT_GT(errors.relative_l2(), errors.bound());
}

TEST(Errors, NumbersBelowTheSmallestMayVanish) {
  const std::vector<long double> exact(4, 2e-8L);
  const std::vector<float> got(4, 0);
  Errors without({.arithmetic = 1e-6, .stored = 0x1p-11});
  without.add<float, long double>({.got = got, .exact = exact.data()});
  EXPECT_GT(without.relative_l2(), without.bound());
  Errors with({.arithmetic = 1e-6, .stored = 0x1p-11, .least = 0x1p-25});
  with.add<float, long double>({.got = got, .exact = exact.data()});
  EXPECT_LE(with.relative_l2(), with.bound());
}

TEST(Errors, NaNIsInfinite) {
  Errors errors({.arithmetic = 1});
  const std::vector<float> got = {1, 1, std::numeric_limits<float>::quiet_NaN(), 0};
  const std::vector<long double> exact = {1, 1, 1, 1};
  errors.add<float, long double>({.got = got, .exact = exact.data(), .scale = 1, .width = 2});
  EXPECT_TRUE(std::isinf(errors.relative_l2()));
  EXPECT_TRUE(std::isinf(errors.max_error()));
  EXPECT_TRUE(std::isinf(errors.ppm_rms()));
}

/// Of a result of zeros nothing is relative: it is right, or what is stored rounds to it.
TEST(Errors, WhatShallBeNothingIs) {
  const std::vector<float> wrong = {5, 0};
  const std::vector<float> right = {0, 0};
  const std::vector<long double> exact = {0, 0};
  for (const bool stored : {false, true}) {
    const Allowance allowance = {.arithmetic = 1e-6, .stored = 0x1p-11, .least = stored ? 0x1p-25 : 0};
    Errors errors(allowance);
    errors.add<float, long double>({.got = right, .exact = exact.data(), .scale = 1, .width = 2});
    EXPECT_LE(errors.relative_l2(), errors.bound());
    errors.add<float, long double>({.got = wrong, .exact = exact.data(), .scale = 1, .width = 2});
    errors.add<float, long double>({.got = right, .exact = exact.data(), .scale = 1, .width = 2});
    EXPECT_FALSE(errors.relative_l2() <= errors.bound());
  }
}

}  // namespace
}  // namespace papilio::verify
