// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/result.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

using ::testing::ElementsAre;

TEST(Result, FiguresOfARow) {
  const Row row = sample_report().rows[0];
  EXPECT_EQ(row.problem.minimal_bytes(), 2 * 8 * 1024 * 1000);
  EXPECT_DOUBLE_EQ(row.problem.nominal_flops(), 5.0 * 1024 * 10 * 1000);
  EXPECT_DOUBLE_EQ(row.bandwidth(0).value(), 16384000 / 1e-3);
  EXPECT_DOUBLE_EQ(row.efficiency(0).value(), 0.5);
  EXPECT_DOUBLE_EQ(row.flop_rate(1).value(), 51200000 / 2e-3);
  EXPECT_DOUBLE_EQ(row.ratio(2).value(), 4);
  EXPECT_DOUBLE_EQ(row.joules(0).value(), 0.5 / 1000);
  EXPECT_FALSE(row.joules(1));
}

TEST(Result, ARoundTripIsTwoTransformsOfAsManyPoints) {
  Row row = sample_report().rows[0];
  EXPECT_DOUBLE_EQ(row.element_rate(0).value(), 1024000 / 1e-3);
  row.problem.set_mode({.round_trip = true});
  EXPECT_DOUBLE_EQ(row.element_rate(0).value(), 1024000 / 1e-3);
  EXPECT_DOUBLE_EQ(row.bandwidth(0).value(), 2 * 16384000 / 1e-3);
  EXPECT_DOUBLE_EQ(row.flop_rate(0).value(), 2 * 51200000 / 1e-3);
  EXPECT_DOUBLE_EQ(row.efficiency(0).value(), 1);
  row.problem.set_mode({.end_to_end = true});
  EXPECT_DOUBLE_EQ(row.bandwidth(0).value(), 16384000 / 1e-3);
  EXPECT_FALSE(row.efficiency(0));  // a copy on the device is no bound
  EXPECT_DOUBLE_EQ(Work(Problem::parse("c2c:f32:8x60x4*2:axes=1")).elements(), 8 * 60 * 4 * 2);
}

TEST(Result, RealNumbersAreHalfAsLarge) {
  const Row row = row_of("x", "r2c:f32:16x64*10", {measured(1)});
  EXPECT_EQ(row.problem.minimal_bytes(), 10 * 16 * (64 * 4 + 33 * 8));
  EXPECT_DOUBLE_EQ(row.problem.nominal_flops(), 10 * 2.5 * 1024 * 10);
}

TEST(Row, AConvolutionIsTwoTransformsAndAProduct) {
  Row row;
  row.problem = ConvolutionProblem::parse("conv:f32:1000*4:kernel=25:complex");
  EXPECT_DOUBLE_EQ(row.problem.nominal_flops(), 4 * (2 * 5.0 * 1024 * 10 + 6 * 1024));
  row.problem = ConvolutionProblem::parse("conv:f32:32x32:kernel=9x9:circular");
  EXPECT_DOUBLE_EQ(row.problem.nominal_flops(), (2 * 5.0 * 1024 * 10 + 6 * 1024) / 2);
  EXPECT_EQ(row.problem.points(), 1024);
}

TEST(Result, WhatWasNotMeasuredHasNoFigures) {
  const Row row = sample_report().rows[1];
  for (const auto& value : {row.seconds(2), row.bandwidth(2), row.efficiency(2), row.flop_rate(2), row.ratio(2)})
    EXPECT_FALSE(value);
  EXPECT_FALSE(row.seconds(99));
  EXPECT_FALSE(row_of("x", "c2c:f32:1*8", {measured(1)}).flop_rate(0));  // no operations
}

TEST(Result, OnlyLibrariesOfTheDeviceCompeteForTheBest) {
  Report report = sample_report();
  EXPECT_DOUBLE_EQ(report.best_ratio(report.rows[0]).value(), 2);
  EXPECT_DOUBLE_EQ(report.best_ratio(report.rows[1]).value(), 0.5);
  report.peers.resize(1);
  EXPECT_FALSE(report.best_ratio(report.rows[0]));
}

TEST(Result, MeansAreGeometricAndOfASuite) {
  const Report report = sample_report();
  const auto ratio = [](const Row& row) { return row.ratio(1); };
  EXPECT_DOUBLE_EQ(mean_of(report.rows, "powers", ratio).value(), 4);  // 2 and 8
  EXPECT_DOUBLE_EQ(mean_of(report.rows, "", ratio).value(), 2);        // and 0.5
  EXPECT_DOUBLE_EQ(mean_of(report.rows, "", [](const Row& row) { return row.ratio(2); }).value(), std::sqrt(8));
  EXPECT_FALSE(mean_of(report.rows, "no such suite", ratio));
  EXPECT_THAT(report.suites(), ElementsAre("powers", "primes"));
}

TEST(Result, PapilioMustHaveDoneEverything) {
  Report report = sample_report();
  EXPECT_TRUE(report.papilio_is_sound());  // a failure of VkFFT does not matter
  report.rows[2].peers[0].outcome = PeerOutcome::wrong;
  EXPECT_FALSE(report.papilio_is_sound());
}

TEST(Result, RegressionsAreCountedAgainstTheBaseline) {
  Report report = sample_report();
  EXPECT_EQ(report.regressions(), 0U);
  EXPECT_FALSE(report.change(report.rows[0]));
  report.baseline = Baseline{"old", "Testing <GPU>", "yesterday", {}};
  report.baseline->seconds["c2c:f32:1024*1000"] = {0.79e-3, 0.8e-3, 0.81e-3};
  report.baseline->seconds["c2c:f32:1009*1000"] = {4e-3, 4e-3, 4e-3};
  EXPECT_EQ(report.change(report.rows[0])->verdict, Verdict::slower);
  EXPECT_EQ(report.change(report.rows[1])->verdict, Verdict::same);
  EXPECT_FALSE(report.change(report.rows[2]));
  EXPECT_EQ(report.regressions(), 1U);
}

}  // namespace
}  // namespace papilio::bench
