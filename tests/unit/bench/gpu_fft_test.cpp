// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/gpu_fft.hpp"

#include <gmock/gmock.h>

#include <set>

#include "bench/counterparts.hpp"
#include "bench/suite.hpp"
#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

using ::testing::ContainsRegex, ::testing::Not;

TEST(GpuFft, ItsFiguresStandBesideOurs) {
  Report report = sample_report();
  report.peers = {{"papilio", PeerRole::papilio, "1"}, {single_calls_name, PeerRole::single_calls, "(Papilio)"}};
  report.rows = {row_of("x", "c2c:f32:65536", {measured(655.36e-6), PeerResult{}}),
                 row_of("x", "c2c:f32:4096*64", {measured(1e-3), measured(20e-3)})};
  report.rows[1].peers[1].paired = PairedRatio{20, std::nullopt};
  report.rows[0].problem.set_mode({.end_to_end = true});
  report.rows[1].problem.set_mode({.sequential = true, .end_to_end = true});
  const std::string text = beside_gpu_fft(report, TableStyle::aligned);
  EXPECT_THAT(text, ContainsRegex("65536 points, us +655.4 +940.0\n"));
  EXPECT_THAT(text, ContainsRegex("65536 points, Melem/s +100.0 +69.7\n"));
  EXPECT_THAT(text, ContainsRegex("64 x 4096 points over single calls +20.0 +13.5\n"));
  EXPECT_THAT(text, Not(ContainsRegex("inverse")));
  EXPECT_EQ(beside_gpu_fft(sample_report(), TableStyle::aligned), "");
}

TEST(GpuFft, TheSuiteHasAProblemForEachFigureAndNoneTwice) {
  std::set<std::string> keys;
  std::size_t figures = 0;
  for (const Work& work : load_suite(PAPILIO_SOURCE_DIR "/bench/suites/gpu-fft.txt", 1).problems) {
    EXPECT_TRUE(keys.insert(work.key()).second) << work.key();
    figures += has_gpu_fft_figure(work) ? 1 : 0;
  }
  EXPECT_EQ(figures, 5U);  // 65536 points have two
}

TEST(GpuFft, FiguresAreOfOneWay) {
  const Problem problem = Problem::parse("c2c:f32:65536");
  EXPECT_FALSE(has_gpu_fft_figure(problem));
  EXPECT_TRUE(has_gpu_fft_figure(measured_in(problem, {.end_to_end = true})));
}

}  // namespace
}  // namespace papilio::bench
