// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/distribution.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bench/report/data.hpp"
#include "bench/report/read_json.hpp"
#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

using ::testing::HasSubstr;

/// Ratios of cuFFT from 0.96 to 1.15 in steps of 0.01, in no order, and one row that it cannot do.
Report drawn_report() {
  Report report = sample_report();
  report.rows.clear();
  report.random = RandomDraw{21, 42, {"smooth", "odd"}};
  for (int i = 0; i < 20; ++i) {
    const double ratio = 0.96 + 0.01 * (i * 7 % 20);
    report.rows.push_back(row_of(i < 10 ? "random-smooth" : "random-odd", "c2c:f32:" + std::to_string(100 + i),
                                 {measured(1e-3), measured(1e-3 * ratio), measured(2e-3), measured(1e-6)}));
  }
  PeerResult cannot;
  report.rows.push_back(row_of("random-odd", "c2c:f32:500", {measured(1e-3), cannot, cannot, measured(1e-6)}));
  return report;
}

TEST(Distribution, CountsRowsThatADeviceLibraryHas) {
  const RatioDistribution all = *distribution_of(drawn_report(), {});
  EXPECT_EQ(all.problems, 20U);
  EXPECT_DOUBLE_EQ(all.least, 0.96);
  EXPECT_DOUBLE_EQ(all.fifth, 0.96);
  EXPECT_DOUBLE_EQ(all.median, 1.05);
  EXPECT_DOUBLE_EQ(all.ninety_fifth, 1.14);
  EXPECT_DOUBLE_EQ(all.most, 1.15);
  EXPECT_EQ(all.below_1, 4U);
  EXPECT_EQ(all.below_097, 1U);
  EXPECT_NEAR(all.mean, 1.0534, 1e-4);
  EXPECT_EQ(distribution_of(drawn_report(), "random-smooth")->problems, 10U);
  EXPECT_FALSE(distribution_of(drawn_report(), "none"));
}

TEST(Distribution, TheWorstComeFirst) {
  const Report report = drawn_report();
  const std::vector<const Row*> rows = worst_rows(report, 3);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_DOUBLE_EQ(*report.best_ratio(*rows[0]), 0.96);
  EXPECT_DOUBLE_EQ(*report.best_ratio(*rows[2]), 0.98);
  EXPECT_EQ(worst_rows(report, 100).size(), 20U);
}

TEST(Distribution, IsPrintedForDrawnProblemsAlone) {
  const std::string text = random_text(drawn_report(), TableStyle::aligned);
  EXPECT_THAT(text, HasSubstr("seed 42"));
  EXPECT_THAT(text, HasSubstr("c2c:f32:100"));
  EXPECT_THAT(text, HasSubstr("cufft"));
  EXPECT_EQ(random_text(sample_report(), TableStyle::aligned), "");
}

TEST(Distribution, IsKeptInReports) {
  const nlohmann::ordered_json json = to_json(drawn_report());
  EXPECT_EQ(json.at("random").at("seed"), 42);
  EXPECT_EQ(json.at("random").at("distributions").back().at("below_1"), 4);
  EXPECT_EQ(json.at("random").at("worst").front().at("faster"), "cufft");
  const Report again = report_of(json, "again");
  ASSERT_TRUE(again.random);
  EXPECT_EQ(again.random->problems, 21);
  EXPECT_EQ(again.random->like, (std::vector<std::string>{"smooth", "odd"}));
  EXPECT_FALSE(to_json(sample_report()).contains("random"));
}

}  // namespace
}  // namespace papilio::bench
