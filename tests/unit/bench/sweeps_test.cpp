// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/sweeps.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::IsEmpty, ::testing::Not;

PeerResult with_bands(double seconds, double ratio) {
  PeerResult result = measured(seconds);
  result.band = Band{0.5 * seconds, 2 * seconds};
  result.paired = PairedRatio{ratio, Band{0.8 * ratio, 1.25 * ratio}};
  return result;
}

/// 256 and 4096 points in batches of 1 and 16, end to end, against single calls.
Report batches(const std::string& device, double factor = 1) {
  Report report = sample_report();
  report.machine.device.name = device;
  report.peers = {{"papilio", PeerRole::papilio, "1"}, {single_calls_name, PeerRole::single_calls, "(Papilio)"}};
  report.rows.clear();
  for (const char* token : {"c2c:f32:256", "c2c:f32:256*16", "c2c:f32:4096", "c2c:f32:4096*16"}) {
    Row row = row_of("s", token, {});
    const double seconds = factor * 1e-6 * row.problem.elements();
    row.peers = {with_bands(seconds, 1), with_bands(4 * seconds, 4)};
    row.problem.set_mode({.sequential = true, .end_to_end = true});
    report.rows.push_back(row);
  }
  report.titles = {{"s", "Sweeps"}};
  return report;
}

std::vector<std::string> names(const std::vector<Picture>& pictures) {
  std::vector<std::string> all;
  for (const Picture& picture : pictures) all.push_back(picture.name);
  return all;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Sweeps, OverTheBatchAndOverTheLength) {
  const std::vector<Picture> pictures = sweep_pictures({batches("A")});
  ASSERT_THAT(names(pictures), ElementsAre("batch-s-f32", "gain-s-f32", "length-time-s-f32", "length-rate-s-f32"));
  for (const Picture& picture : pictures) {
    EXPECT_EQ(count(picture.svg, "fill-opacity"), 2U) << picture.name;  // two lines, each with its band
    EXPECT_EQ(count(picture.svg, "<title>"), 4U) << picture.name;       // of two points
    EXPECT_THAT(picture.svg, Not(HasSubstr("nan"))) << picture.name;
  }
  EXPECT_THAT(pictures[0].svg, HasSubstr("transforms in a batch"));
  EXPECT_THAT(pictures[0].svg, HasSubstr(">256 end-to-end<"));
  EXPECT_THAT(pictures[0].svg, HasSubstr("c2c:f32:4096*16 sequential end-to-end: 1 Melem/s, 0.5 to 2"));
  EXPECT_THAT(pictures[1].svg, HasSubstr("c2c:f32:4096*16 sequential end-to-end: 4 ×, 3.2 to 5"));
  EXPECT_THAT(pictures[2].svg, HasSubstr("points of one transform"));
  EXPECT_THAT(pictures[2].svg, HasSubstr(">16 × forward end-to-end<"));
}

TEST(Sweeps, SeveralDevicesShareAChart) {
  const std::vector<Picture> pictures = sweep_pictures({batches("A"), batches("B", 2)});
  ASSERT_EQ(pictures.size(), 4U);
  EXPECT_EQ(count(pictures[0].svg, "fill-opacity"), 4U);
  EXPECT_THAT(pictures[0].svg, HasSubstr(">256 end-to-end, A<"));
  EXPECT_THAT(pictures[0].svg, HasSubstr(">256 end-to-end, B<"));
  EXPECT_THAT(pictures[0].svg, HasSubstr("2 devices"));
}

TEST(Sweeps, DevicesOfOneNameAreToldApart) {
  Report other = batches("A");
  other.machine.device.id = "opencl:1";
  other.machine.device.driver = "9";
  EXPECT_THAT(sweep_pictures({batches("A"), other})[0].svg, HasSubstr("A (opencl:1, 9)"));
}

TEST(Sweeps, PlainLengthsOfOneDeviceHaveOtherCharts) {
  EXPECT_THAT(sweep_pictures({sample_report()}), IsEmpty());
  Report one = sample_report();
  one.rows.push_back(row_of("powers", "c2c:f32:2048*500", one.rows[0].peers));
  Report two = one;
  two.machine.device.name = "B";
  EXPECT_THAT(names(sweep_pictures({one})), IsEmpty());
  EXPECT_THAT(names(sweep_pictures({one, two})), ElementsAre("length-rate-powers-f32"));  // of different batches
}

TEST(Sweeps, LinesAreSharedAmongCharts) {
  Report report = batches("A");
  report.rows.clear();
  for (int n = 2; n < 2 * 11; n += 2) {
    for (const char* batch : {"", "*4"})
      report.rows.push_back(row_of("s", "c2c:f32:" + std::to_string(n) + batch, {with_bands(1, 1), with_bands(1, 1)}));
  }
  EXPECT_THAT(names(sweep_pictures({report})),
              ElementsAre("batch-s-f32", "batch-s-f32-2", "gain-s-f32", "gain-s-f32-2"));
}

TEST(Sweeps, BandsOfRatesAreTurnedRound) {
  PeerResult result = measured(2);
  EXPECT_FALSE(band_of(result, 7, Sense::time));
  result.band = Band{1, 4};
  EXPECT_EQ(band_of(result, 20, Sense::time), (Band{10, 40}));
  EXPECT_EQ(band_of(result, 20, Sense::rate), (Band{10, 40}));
  result.band = Band{1, 8};
  EXPECT_EQ(band_of(result, 20, Sense::rate), (Band{5, 40}));
}

}  // namespace
}  // namespace papilio::bench
