// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/text.hpp"

#include <gmock/gmock.h>

#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

using ::testing::ContainsRegex, ::testing::HasSubstr, ::testing::Not;

TEST(TextReport, LabelsAreShort) {
  EXPECT_EQ(label_of(Problem::parse("c2c:f32:1000*5")), "1000");
  EXPECT_EQ(label_of(Problem::parse("c2c:f32:8192")), "8192");
  EXPECT_EQ(label_of(Problem::parse("c2c:f32:16384")), "2^14");
  EXPECT_EQ(label_of(Problem::parse("c2c:f64:16384:inverse")), "f64 2^14 inverse");
}

TEST(TextReport, LabelsSayInWhichWay) {
  Work work = Problem::parse("c2c:f32:1000*5:inverse:scale=1/n");
  EXPECT_EQ(label_of(work), "1000 inverse 1/n");
  work.set_mode({.sequential = true, .end_to_end = true});
  EXPECT_EQ(label_of(work), "1000 inverse 1/n end-to-end");
}

TEST(TextReport, ABatchAgainstSingleCalls) {
  Report report = sample_report();
  report.peers[3] = {single_calls_name, PeerRole::single_calls, "(Papilio)"};
  report.rows[0].problem.set_mode({.sequential = true});
  report.rows[0].peers[0].band = Band{0.9e-3, 1.25e-3};
  report.rows[0].peers[3].band = Band{0.09, 0.12};
  report.rows[0].peers[3].paired = PairedRatio{101, Band{95, 112.5}};
  report.rows[1].peers[3].outcome = PeerOutcome::omitted;
  const TextReport text(report, TableStyle::aligned, 8);
  EXPECT_THAT(text.line(report, report.rows[0]), HasSubstr(" 900.0-1250.0 "));
  const std::string end = text.closing(report);
  EXPECT_THAT(end, ContainsRegex("single calls[^\n]*\n\n[^\n]*gain[^\n]*\n"
                                 " *1024 +1000 +1000.0 +100000 +90000-120000 +101.00 +95.00-112.5\n"));
  EXPECT_THAT(end, Not(HasSubstr("omitted")));
}

TEST(TextReport, TheWholeIsItsParts) {
  const Report report = sample_report();
  const std::string all = whole_text(report, TableStyle::markdown);
  const TextReport text(report, TableStyle::markdown, 16);
  EXPECT_TRUE(all.starts_with(text.opening(report)));
  for (const Row& row : report.rows) EXPECT_THAT(all, HasSubstr(text.line(report, row)));
  EXPECT_TRUE(all.ends_with(text.closing(report)));
}

TEST(TextReport, ALineHoldsTheFigures) {
  const Report report = sample_report();
  const TextReport text(report, TableStyle::aligned, 8);
  EXPECT_TRUE(text.opening(report).starts_with("papilio 0.1.0 beside cufft 12.0, vkfft 1.2, fftw-2t 3.3\n"));
  EXPECT_THAT(text.opening(report),
              ContainsRegex("n +batch +us +95% band +iqr% +GB/s +eff +vs cufft +vs vkfft +vs fftw-2t +vs best"));
  // us, no band, quartiles 2 % apart, 16.384 MB in 1 ms, half of a copy's speed, ratios
  EXPECT_THAT(text.line(report, report.rows[0]),
              ContainsRegex("1024 +1000 +1000.0 +- +2.0 +16.38 +0.500 +2.00 +4.00 +100.00 +2.00\n"));
  // 1024000 points in 1 ms, 51.2 MFLOP in 1 ms, error, times, passes
  EXPECT_THAT(text.closing(report),
              ContainsRegex("1024 +1000 +1024.0 +51.20 +1.00e-07 +250.0 +2.000 +0.1000 +2 +31.2 MiB\n"));
  const TextReport whole(report, TableStyle::markdown, 8);
  EXPECT_THAT(whole.line(report, report.rows[0]),
              ContainsRegex("1000.0 .* 1024.0 .* 51.20 .* 2.00 .* 1.00e-07 .* 31.2 MiB"));
  constexpr std::size_t third = sizeof("  vs fftw-2t") - 1;  // a line has 100 characters with two libraries
  EXPECT_LE(text.line(report, report.rows[0]).size(), 100 + third);
  EXPECT_THAT(text.line(report, report.rows[1]), ContainsRegex("1009 .* 0.50 +- +25.00 +0.50\n"));
}

TEST(TextReport, TheEndHasMeansErrorsAndReasons) {
  const Report report = sample_report();
  const std::string end = TextReport(report, TableStyle::aligned, 8).closing(report);
  EXPECT_THAT(end, ContainsRegex("powers +mean/2 [^\n]* 4.00 "));  // cuFFT: mean of 2 and 8
  EXPECT_THAT(end, ContainsRegex("primes +mean/1 "));
  EXPECT_THAT(end, ContainsRegex("all +mean/3 [^\n]* 2.00 "));
  EXPECT_THAT(end, ContainsRegex("primes [^\n]* 1.00e-07 "));   // mean error of one precision
  EXPECT_THAT(end, Not(ContainsRegex("all [^\n]*e-[0-9]+ ")));  // no mean over both precisions
  EXPECT_THAT(end, ContainsRegex("f64 2\\^20 inverse +2.00e-16 +3.00e-16 +4.00e-16"));
  EXPECT_THAT(end, HasSubstr("c2c:f32:1009*1000, vkfft: unsupported: a \"large\" prime"));
  EXPECT_THAT(end, Not(HasSubstr("baseline")));
}

TEST(TextReport, WhatFailedHasNoTime) {
  Report report = sample_report();
  report.rows[0].peers[0].outcome = PeerOutcome::wrong;
  report.rows[0].note = "half of the device fell off";
  const TextReport text(report, TableStyle::markdown, 8);
  EXPECT_THAT(text.line(report, report.rows[0]), ContainsRegex("1024 .*wrong .*- "));
  EXPECT_THAT(text.closing(report), HasSubstr("- c2c:f32:1024*1000: half of the device fell off\n"));
}

TEST(TextReport, WhatWasTimedAheadIsNamedWithTheCallersTime) {
  Report report = sample_report();
  EXPECT_THAT(TextReport(report, TableStyle::aligned, 8).closing(report), Not(HasSubstr("calling thread")));
  report.rows[1].peers[0].call_seconds = 3.25e-6;
  report.rows[1].peers[1].call_seconds = 4e-6;
  const std::string end = TextReport(report, TableStyle::aligned, 16).closing(report);
  EXPECT_THAT(end, ContainsRegex("calling thread[^\n]*\n\n[^\n]*\n[^\n]*\n* *1009 +3.25 +4.00 +- +-\n"));
  EXPECT_THAT(end.substr(end.find("calling thread")), Not(HasSubstr("1024 ")));
}

TEST(TextReport, ANoteOfManyRowsIsSaidOnce) {
  Report report = sample_report();
  for (Row& row : report.rows) row.note = "not checked";
  EXPECT_THAT(TextReport(report, TableStyle::aligned, 8).closing(report), HasSubstr("\n3 problems: not checked\n"));
}

TEST(TextReport, ChangesAgainstABaseline) {
  Report report = sample_report();
  report.baseline = Baseline{"old", "Testing <GPU>", "yesterday", {}};
  const TextReport text(report, TableStyle::aligned, 8);
  EXPECT_THAT(text.closing(report), HasSubstr("nothing has changed"));
  report.baseline->seconds["c2c:f32:1024*1000"] = {0.5e-3, 0.5e-3, 0.5e-3};
  report.baseline->seconds["c2c:f32:1009*1000"] = {8e-3, 8e-3, 8e-3};
  EXPECT_THAT(text.line(report, report.rows[0]), HasSubstr("+100.0%"));
  EXPECT_THAT(text.closing(report), HasSubstr("SLOWER c2c:f32:1024*1000: 200.0 % of the time before\n"));
  EXPECT_THAT(text.closing(report), HasSubstr("faster c2c:f32:1009*1000: 50.0 % of the time before\n"));
}

TEST(TextReport, JoulesWhereTheyWereCounted) {
  Report report = sample_report();
  EXPECT_THAT(TextReport(report, TableStyle::aligned, 8).opening(report), Not(HasSubstr("uJ")));
  report.energy = "NVML";
  const TextReport text(report, TableStyle::aligned, 8);
  EXPECT_THAT(text.opening(report), HasSubstr("uJ each"));
  EXPECT_THAT(text.line(report, report.rows[0]), HasSubstr(" 500.0\n"));  // half a joule per thousand
}

}  // namespace
}  // namespace papilio::bench
