// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/data.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text + at);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

TEST(Csv, EveryLibraryHasALineWithEveryColumn) {
  const Report report = sample_report();
  const std::vector<std::string> columns = split(csv_heading(), ',');
  const std::vector<std::string> lines = split(csv_lines(report, report.rows[0]), '\n');
  ASSERT_EQ(lines.size(), 4U + 1);  // the last one is empty
  const auto cell = [&](std::size_t line, const std::string& column) {
    const std::vector<std::string> cells = split(lines[line], ',');
    EXPECT_EQ(cells.size(), columns.size()) << lines[line];
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == column) return cells[i];
    }
    return "no column " + column;
  };
  EXPECT_EQ(cell(0, "library"), "papilio");
  EXPECT_EQ(cell(0, "problem"), "c2c:f32:1024*1000");
  EXPECT_EQ(cell(0, "seconds"), "0.001");
  EXPECT_EQ(cell(0, "eff"), "0.5");
  EXPECT_EQ(cell(0, "plan_cold_seconds"), "0.25");
  EXPECT_EQ(cell(0, "plan_disk_seconds"), "0.002");
  EXPECT_EQ(cell(0, "plan_warm_seconds"), "0.0001");
  EXPECT_EQ(cell(0, "launches"), "2");
  EXPECT_EQ(cell(1, "launches"), "");
  EXPECT_EQ(cell(2, "ratio"), "4");
}

TEST(Csv, WhatWasNotMeasuredIsEmpty) {
  const Report report = sample_report();
  const std::string line = split(csv_lines(report, report.rows[1]), '\n')[2];
  EXPECT_TRUE(line.starts_with("primes,c2c:f32:1009*1000,1009,1000,vkfft,unsupported,,,,0,0,0.0005,,")) << line;
}

TEST(Csv, CommasAreQuoted) {
  Report report = sample_report();
  report.rows[0].suite = "a, \"b\"";
  EXPECT_TRUE(csv_lines(report, report.rows[0]).starts_with("\"a, \"\"b\"\"\",c2c:"))
      << csv_lines(report, report.rows[0]);
  report = sample_report();
  report.rows[0].problem = Problem::parse("c2c:f32:1024*1000:zero=[512,1024)");
  EXPECT_NE(csv_lines(report, report.rows[0]).find(",\"c2c:f32:1024*1000:zero=[512,1024)\",1024,"), std::string::npos)
      << csv_lines(report, report.rows[0]);
}

TEST(Csv, NewColumnsAreLast) {
  Report report = sample_report();
  EXPECT_TRUE(
      csv_heading().ends_with(",call_seconds,way,elements_per_second,band_low,band_high,paired_ratio,paired_ratio_low,"
                              "paired_ratio_high,device\n"));
  Row& row = report.rows[0];
  row.problem.set_mode({.round_trip = true, .end_to_end = true});
  row.peers[0].call_seconds = 3.25e-6;
  row.peers[0].band = Band{0.75e-3, 1.5e-3};
  row.peers[1].paired = PairedRatio{2, Band{1.5, 3}};
  const std::vector<std::string> lines = split(csv_lines(report, row), '\n');
  EXPECT_TRUE(lines[0].ends_with(",3.25e-06,round-trip end-to-end,1.024e+09,0.00075,0.0015,,,,Testing <GPU>"))
      << lines[0];
  EXPECT_TRUE(lines[1].ends_with(",,round-trip end-to-end,5.12e+08,,,2,1.5,3,Testing <GPU>")) << lines[1];
}

TEST(Json, WaysAndBands) {
  Report report = sample_report();
  Row& row = report.rows[0];
  row.problem.set_mode({.sequential = true, .round_trip = true});
  row.peers[0].band = Band{0.75e-3, 1.5e-3};
  row.peers[1].paired = PairedRatio{2, Band{1.5, 3}};
  const auto json = to_json(report);
  EXPECT_EQ(json["settings"]["confidence"], 0.95);
  EXPECT_EQ(json["rows"][0]["way"], "sequential round-trip");
  EXPECT_EQ(json["rows"][1]["way"], "");
  EXPECT_EQ(json["rows"][0]["bytes"], 2 * 2 * 8 * 1024000);  // both transforms, in and out
  const auto& libraries = json["rows"][0]["libraries"];
  EXPECT_EQ(libraries[0]["band"]["low"], 0.75e-3);
  EXPECT_EQ(libraries[0]["band"]["high"], 1.5e-3);
  EXPECT_TRUE(libraries[1]["band"].is_null());
  EXPECT_EQ(libraries[1]["paired_ratio"]["band"]["high"], 3);
  EXPECT_EQ(libraries[0]["elements_per_second"], 1.024e9);
}

TEST(Json, TheCallersTimeIsThereWhereItWasTaken) {
  Report report = sample_report();
  report.rows[0].peers[0].call_seconds = 3.25e-6;
  const auto json = to_json(report);
  EXPECT_EQ(json["rows"][0]["libraries"][0]["call_seconds"], 3.25e-6);
  EXPECT_TRUE(json["rows"][0]["libraries"][1]["call_seconds"].is_null());
}

TEST(Json, HoldsEverything) {
  const auto json = to_json(sample_report());
  EXPECT_EQ(json["schema"], report_schema);
  EXPECT_EQ(json["device"]["name"], "Testing <GPU>");
  EXPECT_EQ(json["libraries"]["cufft"], "12.0");
  ASSERT_EQ(json["rows"].size(), 3U);
  const auto& row = json["rows"][0];
  EXPECT_EQ(row["problem"], "c2c:f32:1024*1000");
  EXPECT_EQ(row["best_ratio"], 2.0);
  EXPECT_EQ(row["plan"]["launches"], 2);
  EXPECT_EQ(row["plan_time"]["cold"], 0.25);
  EXPECT_EQ(row["plan_time"]["disk"], 0.002);
  EXPECT_EQ(row["plan_time"]["warm"], 0.0001);
  EXPECT_EQ(row["libraries"][0]["seconds"], 1e-3);
  EXPECT_EQ(row["libraries"][0]["joules_per_transform"], 0.0005);
  EXPECT_EQ(json["rows"][1]["libraries"][2]["why"], "a \"large\" prime");
  EXPECT_FALSE(json["rows"][1]["libraries"][2].contains("seconds"));
}

TEST(Json, MeansAreOfEachSuiteAndOfAll) {
  const auto json = to_json(sample_report());
  ASSERT_EQ(json["means"].size(), 3U);
  EXPECT_EQ(json["means"][0]["suite"], "powers");
  EXPECT_DOUBLE_EQ(json["means"][0]["libraries"][1]["ratio"], 4);
  EXPECT_TRUE(json["means"][2]["suite"].is_null());
}

TEST(Json, InfiniteErrorsAreNull) {
  Report report = sample_report();
  report.rows[0].peers[0].error = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(to_json(report)["rows"][0]["libraries"][0]["relative_l2_error"].is_null());
}

}  // namespace
}  // namespace papilio::bench
