// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/scale.hpp"

#include <gmock/gmock.h>

namespace papilio::bench {
namespace {

using ::testing::Contains, ::testing::ElementsAre;

std::vector<std::string> labels(const AxisScale& scale) {
  std::vector<std::string> result;
  for (const Tick& tick : scale.ticks()) {
    if (!tick.label.empty()) result.push_back(tick.label);
  }
  return result;
}

TEST(AxisScale, LinearStartsAtZeroAndEndsAtARoundNumber) {
  const AxisScale scale = AxisScale::linear(1.05, AxisScale::Labels::percent);
  EXPECT_THAT(labels(scale), ElementsAre("0 %", "20 %", "40 %", "60 %", "80 %", "100 %", "120 %"));
  EXPECT_DOUBLE_EQ(scale(0), 0);
  EXPECT_NEAR(scale(1.2), 1, 1e-12);
  EXPECT_NEAR(scale(0.6), 0.5, 1e-12);
  for (const double highest : {1e-9, 0.3, 1.0, 7.0, 99.0, 12345.0}) {
    const AxisScale one = AxisScale::linear(highest, AxisScale::Labels::numbers);
    EXPECT_GE(one.high(), highest * (1 - 1e-9));
    EXPECT_LE(one.high(), 2 * highest);
    EXPECT_LE(one.ticks().size(), 9U);
  }
}

TEST(AxisScale, PowersOfTwoHaveRoomAtBothEnds) {
  const AxisScale scale = AxisScale::powers_of_two(2, 1 << 27);
  EXPECT_GT(scale(2), 0);
  EXPECT_LT(scale(1 << 27), 1);
  EXPECT_EQ(scale.ticks().size(), 27U);
  EXPECT_LE(labels(scale).size(), 14U);
  EXPECT_THAT(labels(scale), Contains("2^20"));
  EXPECT_THAT(labels(AxisScale::powers_of_two(1000, 1000)), ElementsAre("2^9", "2^10"));
  EXPECT_THAT(labels(AxisScale::powers_of_two(64, 64)), ElementsAre("2^5", "2^6", "2^7"));
}

TEST(AxisScale, DecadesBeginAndEndAtOneTwoOrFive) {
  EXPECT_THAT(labels(AxisScale::decades(0.6e-7, 4e-7)), ElementsAre("5·10^-8", "10^-7", "2·10^-7", "5·10^-7"));
  const AxisScale wide = AxisScale::decades(2.5, 3e5);
  EXPECT_DOUBLE_EQ(wide.low(), 2);
  EXPECT_NEAR(wide.high(), 5e5, 1);
  EXPECT_THAT(labels(wide), ElementsAre("10^1", "10^2", "10^3", "10^4", "10^5"));
  EXPECT_THAT(labels(AxisScale::decades(1, 1)).size(), 2U);
}

TEST(AxisScale, FactorsAlwaysShowOneAndRoomBelow) {
  EXPECT_THAT(labels(AxisScale::factors(1.02, 1.3)), ElementsAre("0.9×", "1×", "1.1×", "1.25×", "1.5×"));
  EXPECT_THAT(labels(AxisScale::factors(0.3, 9)), ElementsAre("0.25×", "0.5×", "1×", "2×", "4×", "8×", "16×"));
  EXPECT_THAT(labels(AxisScale::factors(1.0 / 3000, 400)),
              ElementsAre("1/4096×", "1/512×", "1/64×", "1/8×", "1×", "8×", "64×", "512×"));
  const AxisScale scale = AxisScale::factors(0.25, 4);
  EXPECT_NEAR(scale(1), 0.5, 1e-12);
}

TEST(AxisScale, DecadesMayBeNumbers) {
  const auto labels = [](double low, double high) {
    const AxisScale scale = AxisScale::decades(low, high, AxisScale::Labels::numbers);
    std::vector<std::string> all;
    for (const Tick& tick : scale.ticks()) all.push_back(tick.label);
    return all;
  };
  EXPECT_EQ(labels(0.3, 12), (std::vector<std::string>{"0.2", "0.5", "1", "2", "5", "10", "20"}));
  EXPECT_EQ(labels(100, 300000),
            (std::vector<std::string>{"100", "", "", "1000", "", "", "10000", "", "", "100000", "", ""}));
}

}  // namespace
}  // namespace papilio::bench
