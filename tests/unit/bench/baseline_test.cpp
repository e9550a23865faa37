// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/baseline.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>

#include "bench/report/data.hpp"
#include "bench/temporary_folder.hpp"
#include "support/error_of.hpp"
#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

Quartiles around(double median, double spread) {
  return {median * (1 - spread / 2), median, median * (1 + spread / 2)};
}

TEST(Baseline, AChangeMustExceedTheTolerance) {
  const auto verdict = [](double now) { return compare(around(1, 0), around(now, 0), 0.03).verdict; };
  EXPECT_EQ(verdict(1.029), Verdict::same);
  EXPECT_EQ(verdict(1.031), Verdict::slower);
  EXPECT_EQ(verdict(0.972), Verdict::same);
  EXPECT_EQ(verdict(0.970), Verdict::faster);
}

TEST(Baseline, AChangeMustExceedTheNoiseOfBothRuns) {
  // 3 % and 4 % combine to 5 %.
  EXPECT_EQ(compare(around(1, 0.03), around(1.049, 0.04), 0.01).verdict, Verdict::same);
  EXPECT_EQ(compare(around(1, 0.03), around(1.051, 0.04), 0.01).verdict, Verdict::slower);
  EXPECT_DOUBLE_EQ(compare(around(2, 0), around(3, 0), 0.01).ratio, 1.5);
}

class BaselineFiles : public ::testing::Test {
 protected:
  void SetUp() override { setenv("XDG_STATE_HOME", folder.c_str(), 1); }
  void TearDown() override { unsetenv("XDG_STATE_HOME"); }
  static std::string error_of(const std::string& name, const std::string& device) {
    return test::message_of([&] { (void)load_baseline(name, device); }, "loaded");
  }
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path();
};

TEST_F(BaselineFiles, NamesAreFilesOfTheStateFolder) {
  EXPECT_EQ(baseline_file("before-tuning"), (folder / "papilio/bench/before-tuning.json").string());
  EXPECT_EQ(baseline_file("./x"), "./x");
  EXPECT_EQ(baseline_file("x.json"), "x.json");
  for (const char* name : {"", "a b", "..", ".hidden", "ä"}) EXPECT_THROW((void)baseline_file(name), Error) << name;
}

TEST_F(BaselineFiles, WithoutAStateFolderItIsBelowHome) {
  unsetenv("XDG_STATE_HOME");
  const char* const home = std::getenv("HOME");
  const std::string before = home != nullptr ? home : "";
  setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(baseline_file("x"), "/home/somebody/.local/state/papilio/bench/x.json");
  setenv("HOME", before.c_str(), 1);
}

TEST_F(BaselineFiles, WhatIsSavedIsLoaded) {
  EXPECT_EQ(open_baseline("one").path(), baseline_file("one"));
  save_baseline(open_baseline("one"), to_json(sample_report()));
  save_baseline(open_baseline("one"), to_json(sample_report()));  // overwrites the first one
  const Baseline baseline = load_baseline("one", "Testing <GPU>");
  EXPECT_EQ(baseline.name, "one");
  EXPECT_EQ(baseline.date, "2026-02-03 04:05 UTC");
  ASSERT_EQ(baseline.seconds.size(), 3U);
  const Quartiles& seconds = baseline.seconds.at("c2c:f32:1024*1000");
  EXPECT_DOUBLE_EQ(seconds.median, 1e-3);
  EXPECT_DOUBLE_EQ(seconds.lower, 0.99e-3);
  EXPECT_DOUBLE_EQ(seconds.upper, 1.01e-3);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "papilio/bench"), {}), 1);  // no temporary file is left
}

TEST_F(BaselineFiles, OneWayIsNoBaselineOfAnother) {
  Report report = sample_report();
  report.rows[0].problem.set_mode({.end_to_end = true});
  nlohmann::ordered_json json = to_json(report);
  report.baseline = parse_baseline(json, "one");
  EXPECT_DOUBLE_EQ(report.change(report.rows[0]).value().ratio, 1);
  report.rows[0].problem.set_mode({});
  EXPECT_FALSE(report.change(report.rows[0]));
  for (auto& row : json["rows"]) row.erase("way");  // as versions before had it
  report.baseline = parse_baseline(json, "old");
  EXPECT_DOUBLE_EQ(report.change(report.rows[0]).value().ratio, 1);
}

TEST_F(BaselineFiles, OlderBaselinesAreLoaded) {
  nlohmann::ordered_json json = to_json(sample_report());
  json["schema"] = "papilio-bench/3";
  save_baseline(open_baseline("three"), json);
  EXPECT_EQ(load_baseline("three", "Testing <GPU>").seconds.size(), 3U);
}

TEST_F(BaselineFiles, ErrorsSayWhatToDo) {
  EXPECT_THAT(error_of("none", "x"), HasSubstr("--save-baseline none"));
  save_baseline(open_baseline("one"), to_json(sample_report()));
  EXPECT_THAT(error_of("one", "Other GPU"), HasSubstr("taken on Testing <GPU>, and this is Other GPU"));
  auto older = to_json(sample_report());
  older["schema"] = "papilio-bench/2";
  save_baseline(open_baseline("older"), older);
  EXPECT_THAT(error_of("older", "Testing <GPU>"), HasSubstr("--save-baseline older"));
  for (const char* text : {"", "{", "[]", "{\"date\": 3}", R"({"device": {"name": "x"}, "date": "y", "rows": [{}]})"}) {
    std::ofstream(baseline_file("bad")) << text;
    EXPECT_THAT(error_of("bad", "x"), HasSubstr("is not a report of papilio bench")) << text;
  }
  EXPECT_THROW(open_baseline("/proc/no/such.json"), Error);
  EXPECT_THROW((void)load_baseline("/dev/zero", "x"), Error);  // has no end
}

}  // namespace
}  // namespace papilio::bench
