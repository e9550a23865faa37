// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/report/read_json.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <papilio/error.hpp>

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

std::optional<ErrorCode> code_of(const Json& json) {
  try {
    report_of(json, "run.json");
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("run.json"), std::string::npos) << error.what();
    return error.code();
  }
  return std::nullopt;
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
}

class Files : public ::testing::Test {
 protected:
  std::string file(const char* name, const Json& json) {
    const std::string path = (folder_.path() / name).string();
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
  const Report report = read_reports({file("a.json", to_json(sample_report())), file("b.json", second)});
  ASSERT_EQ(report.rows.size(), 6U);
  ASSERT_EQ(report.peers.size(), 5U);
  EXPECT_EQ(report.peers.back().name, "clfft");
  for (const Row& row : report.rows) EXPECT_EQ(row.peers.size(), report.peers.size());
  EXPECT_EQ(report.rows[3].peers[2].outcome, Outcome::unsupported);
  EXPECT_EQ(report.rows[0].seconds(2), 4e-3);
}

TEST_F(Files, OfTwoDevicesAreRefused) {
  Json other = to_json(sample_report());
  other["device"]["name"] = "Another";
  const std::vector<std::string> paths = {file("a.json", to_json(sample_report())), file("b.json", other)};
  EXPECT_THROW(read_reports(paths), Error);
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
