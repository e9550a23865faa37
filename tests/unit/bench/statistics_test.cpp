// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <papilio/error.hpp>
#include <vector>

namespace papilio::bench {
namespace {

TEST(Statistics, QuartilesOfAnOddCountAreSamples) {
  const Quartiles q = quartiles({5, 1, 4, 2, 3});
  EXPECT_DOUBLE_EQ(q.lower, 2);
  EXPECT_DOUBLE_EQ(q.median, 3);
  EXPECT_DOUBLE_EQ(q.upper, 4);
  EXPECT_DOUBLE_EQ(q.spread(), 2.0 / 3.0);
}

TEST(Statistics, QuartilesBetweenSamplesAreInterpolated) {
  // numpy.percentile([1, 2, 4, 8], [25, 50, 75])
  const Quartiles q = quartiles({8, 4, 2, 1});
  EXPECT_DOUBLE_EQ(q.lower, 1.75);
  EXPECT_DOUBLE_EQ(q.median, 3);
  EXPECT_DOUBLE_EQ(q.upper, 5);
}

TEST(Statistics, OneSampleIsItsOwnQuartiles) {
  const Quartiles q = quartiles({7});
  EXPECT_DOUBLE_EQ(q.lower, 7);
  EXPECT_DOUBLE_EQ(q.median, 7);
  EXPECT_DOUBLE_EQ(q.upper, 7);
  EXPECT_DOUBLE_EQ(q.spread(), 0);
}

TEST(Statistics, AnOutlierMovesTheMedianByOneSampleOnly) { EXPECT_DOUBLE_EQ(quartiles({1, 2, 3, 4, 1e9}).median, 3); }

TEST(Statistics, QuartilesOfNothingAreAnError) { EXPECT_THROW(quartiles({}), Error); }

TEST(Statistics, GeometricMeanOfARatioAndItsInverseIsOne) {
  const std::vector<double> values = {4, 0.25, 3, 1.0 / 3};
  EXPECT_NEAR(geometric_mean(values), 1, 1e-15);
}

TEST(Statistics, GeometricMeanDoesNotOverflow) {
  const std::vector<double> values = {1e300, 1e300, 1e300};
  EXPECT_NEAR(geometric_mean(values) / 1e300, 1, 1e-12);
}

TEST(Statistics, GeometricMeanOfNothingIsNaN) { EXPECT_TRUE(std::isnan(geometric_mean({}))); }

}  // namespace
}  // namespace papilio::bench
