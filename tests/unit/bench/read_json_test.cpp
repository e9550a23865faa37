// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/read_json.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <papilio/error.hpp>

#include "bench/baseline.hpp"
#include "bench/charts/pictures.hpp"
#include "bench/report/data.hpp"
#include "bench/temporary_folder.hpp"
#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

using Json = nlohmann::ordered_json;

TEST(ReadJson, AReportComesBackAsItWas) {
  const Json json = to_json(sample_report());
  EXPECT_EQ(to_json(report_of(json, "run.json")), json);
}

TEST(ReadJson, WaysBandsAndSingleCallsComeBack) {
  Report report = sample_report();
  report.peers[3] = {single_calls_name, PeerRole::single_calls, "(Papilio)"};
  for (Row& row : report.rows) {
    row.problem.set_mode({.sequential = true, .end_to_end = true});
    row.peers[0].band = Band{0.5 * row.peers[0].seconds.median, 2 * row.peers[0].seconds.median};
    row.peers[3].paired = PairedRatio{25, Band{20, 30}};
    row.peers[1].paired = PairedRatio{2, std::nullopt};
  }
  report.rows[1].problem.set_mode({});
  report.rows[1].peers[3] = PeerResult{};
  report.rows[1].peers[3].outcome = PeerOutcome::omitted;
  const Json json = to_json(report);
  const Report again = report_of(json, "run.json");
  EXPECT_EQ(to_json(again), json);
  EXPECT_EQ(again.rows[0].problem.key(), "c2c:f32:1024*1000 sequential end-to-end");
  EXPECT_EQ(again.single_calls(), std::optional<std::size_t>(3));
  EXPECT_EQ(again.rows[0].peers[3].paired.value().band, (Band{20, 30}));
  EXPECT_EQ(again.rows[0].peers[1].paired.value().median, 2);
  EXPECT_FALSE(again.rows[0].peers[1].paired.value().band.has_value());
  EXPECT_EQ(again.rows[1].peers[3].outcome, PeerOutcome::omitted);
}

TEST(ReadJson, OlderReportsHaveOneWayAndNoBands) {
  Json json = to_json(sample_report());
  json["schema"] = "papilio-bench/3";
  json["settings"].erase("confidence");
  for (Json& row : json["rows"]) {
    row.erase("way");
    for (Json& library : row["libraries"]) {
      library.erase("band");
      library.erase("elements_per_second");
    }
  }
  const Report report = report_of(json, "old.json");
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_EQ(report.rows[0].problem.mode(), MeasurementMode{});
  EXPECT_FALSE(report.rows[0].peers[0].band.has_value());
  EXPECT_EQ(report.rows[0].seconds(0), 1e-3);
}

TEST(ReadJson, LibrariesOfTheHostAreNoneOfTheDevice) {
  Json json = to_json(sample_report());
  json["libraries"] = {{"papilio", "1"}, {"cufft", "1"},          {"mkl-2t", "1"},
                       {"ducc", "1"},    {"papilio@opencl", "1"}, {"papilio-verified", "1"}};
  json["rows"] = Json::array();
  std::vector<PeerRole> roles;
  for (const PeerInfo& peer : report_of(json, "run.json").peers) roles.push_back(peer.role);
  EXPECT_EQ(roles, (std::vector<PeerRole>{PeerRole::papilio, PeerRole::device_library, PeerRole::other, PeerRole::other,
                                          PeerRole::other, PeerRole::other}));
}

std::optional<ErrorCode> code_of(const Json& json) {
  try {
    report_of(json, "run.json");
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("run.json"), std::string::npos) << error.what();
    return error.code();
  }
  return std::nullopt;
}

TEST(ReadJson, JsonThatIsDeeperThanReportsIsRefused) {
  constexpr int deep = 200'000;  // copying it would take more than the stack
  EXPECT_THROW(parse_report_text(std::string(deep, '[') + std::string(deep, ']'), "deep.json"), Error);
}

TEST(ReadJson, WhatIsNoReportIsRefused) {
  Json json = to_json(sample_report());
  EXPECT_EQ(code_of(Json::array()), ErrorCode::io);
  json["schema"] = "papilio-bench/1";
  EXPECT_EQ(code_of(json), ErrorCode::invalid_argument);
  json = to_json(sample_report());
  json["rows"][0].erase("problem");
  EXPECT_EQ(code_of(json), ErrorCode::io);
  json = to_json(sample_report());
  json["rows"][1]["libraries"][0]["seconds"] = "fast";
  EXPECT_EQ(code_of(json), ErrorCode::io);
  json = to_json(sample_report());
  json["host"]["threads"] = 1e66;
  EXPECT_EQ(code_of(json), ErrorCode::io);
}

class Files : public ::testing::Test {
 protected:
  std::string file(const char* name, const Json& json) {
    std::string path = (folder_.path() / name).string();
    std::ofstream(path) << json;
    return path;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Files, OfOneDeviceAreOneReport) {
  Json second = to_json(sample_report());
  second["libraries"].erase("vkfft");
  for (Json& row : second["rows"]) row["libraries"].erase(2);
  second["libraries"]["clfft"] = "2.12";
  const std::vector<Report> reports = read_reports({file("a.json", to_json(sample_report())), file("b.json", second)});
  ASSERT_EQ(reports.size(), 1U);
  const Report& report = reports.front();
  ASSERT_EQ(report.rows.size(), 6U);
  ASSERT_EQ(report.peers.size(), 5U);
  EXPECT_EQ(report.peers.back().name, "clfft");
  for (const Row& row : report.rows) EXPECT_EQ(row.peers.size(), report.peers.size());
  EXPECT_EQ(report.rows[3].peers[2].outcome, PeerOutcome::unsupported);
  EXPECT_EQ(report.rows[0].seconds(2), 4e-3);
}

TEST_F(Files, OfTwoDevicesAreTwoReports) {
  Json other = to_json(sample_report());
  other["device"]["name"] = "Another";
  Json newer = to_json(sample_report());
  newer["device"]["driver"] = "2";
  const std::string first = file("a.json", to_json(sample_report()));
  const std::vector<Report> reports = read_reports({first, file("b.json", other), file("c.json", newer), first});
  ASSERT_EQ(reports.size(), 3U);
  EXPECT_EQ(reports[0].rows.size(), 6U);
  EXPECT_EQ(reports[1].machine.device.name, "Another");
  EXPECT_EQ(reports[1].rows.size(), 3U);
  EXPECT_EQ(reports[2].machine.device.driver, "2");
}

TEST(Overview, HasAMarkForEachProblemAndAnEntryForEachSuite) {
  const std::vector<Picture> pictures = pictures_of(sample_report());
  ASSERT_FALSE(pictures.empty());
  EXPECT_EQ(pictures.front().name, "overview");
  EXPECT_NE(pictures.front().svg.find("c2c:f32:1009*1000: 0.50"), std::string::npos);
  EXPECT_NE(pictures.front().svg.find("3 problems, geometric mean 1.26"), std::string::npos) << pictures.front().svg;
  Report one = sample_report();
  std::erase_if(one.rows, [](const Row& row) { return row.suite == "primes"; });
  EXPECT_NE(pictures_of(one).front().name, "overview");
}

}  // namespace
}  // namespace papilio::bench
