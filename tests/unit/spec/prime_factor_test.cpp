// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/prime_factor.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace papilio {
namespace {

TEST(Factors, AreThoseOfButterfliesThenThoseOfPrimes) {
  const std::vector<Factor> factors = factors_of(8 * 37 * 41, {4, 2, 6, 6, 4, 10});
  ASSERT_EQ(factors.size(), 4U);
  EXPECT_EQ(factors[0].length, 4);
  EXPECT_EQ(factors[0].later, 2 * 37 * 41);
  EXPECT_EQ(factors[0].rest, 1) << "its twiddles are its own";
  EXPECT_EQ(factors[1].length, 2);
  EXPECT_FALSE(factors[1].convolves());
  EXPECT_EQ(factors[2].length, 37);
  EXPECT_TRUE(factors[2].convolves());
  EXPECT_EQ(factors[2].later, 41);
  EXPECT_EQ(factors[2].rest, 1) << "coprime to 41";
  EXPECT_EQ(factors[3].radices, (std::vector<int>{4, 10}));
}

TEST(Factors, OfAPrimeAloneBeginWithOne) {
  const std::vector<Factor> factors = factors_of(61, {6, 10});
  ASSERT_EQ(factors.size(), 2U);
  EXPECT_EQ(factors.front().length, 1);
  EXPECT_EQ(factors.front().later, 61);
}

TEST(Factors, ThatAreAlikeHaveTwiddlesBetweenThem) {
  const std::vector<Factor> factors = factors_of(61 * 61, {6, 10, 15, 4});
  ASSERT_EQ(factors.size(), 3U);
  EXPECT_EQ(factors[1].rest, 61);
  EXPECT_EQ(factors[2].rest, 1);
}

TEST(Factors, DoNotComeFromOtherRadices) {
  EXPECT_TRUE(factors_of(74, {2, 6, 5}).empty());
  EXPECT_TRUE(factors_of(74, {2, 6, 6, 2}).empty());
  EXPECT_TRUE(factors_of(74, {6, 6}).empty());
  EXPECT_TRUE(factors_of(74, {3, 6, 6}).empty());
  EXPECT_TRUE(factors_of(64, {8, 8}).empty()) << "no large prime";
  EXPECT_TRUE(factors_of(37, {36}).empty()) << "a convolution has two stages";
  EXPECT_TRUE(factors_of(83, {2, 41}).empty()) << "no butterfly of 41";
  EXPECT_TRUE(factors_of(74, {2, 0, 6}).empty());
}

}  // namespace
}  // namespace papilio
