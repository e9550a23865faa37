// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <papilio/error.hpp>
#include <random>
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

TEST(Statistics, BandsAreOrderStatistics) {
  // Tables of the distribution-free interval of a median (Conover, Practical Nonparametric Statistics, 3.2): the ranks
  // of its ends at 95 %.
  struct Known {
    int n;
    int low;
  };
  for (const Known& known :
       {Known{6, 1}, {8, 1}, {9, 2}, {11, 2}, {12, 3}, {15, 4}, {20, 6}, {25, 8}, {50, 18}, {100, 40}, {1000, 469}}) {
    std::vector<double> samples;
    for (int i = known.n; i >= 1; --i) samples.push_back(i);  // ranks are values
    const std::optional<Band> band = median_band(samples);
    ASSERT_TRUE(band.has_value()) << known.n;
    EXPECT_EQ(band->low, known.low) << known.n;
    EXPECT_EQ(band->high, known.n + 1 - known.low) << known.n;
  }
}

TEST(Statistics, FewerThanSixSamplesHaveNoBand) {
  EXPECT_FALSE(median_band({}).has_value());
  EXPECT_FALSE(median_band({1, 2, 3, 4, 5}).has_value());  // all of them hold the median with 93.75 %
  EXPECT_EQ(median_band({6, 1, 5, 2, 4, 3}), (Band{1, 6}));
}

/// How often of `trials` the band of `n` samples holds the median of their distribution.
template <typename Distribution>
double coverage(Distribution distribution, double median, std::size_t n) {
  constexpr int trials = 20000;
  std::mt19937_64 engine(n);
  int held = 0;
  std::vector<double> samples(n);
  for (int trial = 0; trial < trials; ++trial) {
    for (double& sample : samples) sample = distribution(engine);
    const Band band = median_band(samples).value();
    held += band.low <= median && median <= band.high ? 1 : 0;
  }
  return static_cast<double>(held) / trials;
}

TEST(Statistics, BandsHoldTheMedianOfKnownDistributions) {
  // What the binomial distribution says for these ranks; 20000 trials are within 0.006 of it (four standard
  // deviations).
  constexpr double of_7 = 1 - 2.0 / 128;
  constexpr double of_20 = 0.95861;
  EXPECT_NEAR(coverage(std::normal_distribution<double>(3, 2), 3, 7), of_7, 0.006);
  EXPECT_NEAR(coverage(std::exponential_distribution<double>(1), std::log(2), 20), of_20, 0.006);  // skewed, as times
  EXPECT_NEAR(coverage(std::cauchy_distribution<double>(0, 1), 0, 20), of_20, 0.006);              // outliers
  EXPECT_GE(coverage(std::uniform_real_distribution<double>(0, 1), 0.5, 101), 0.95 - 0.006);
}

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
