// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks that the charts of a known report are well-formed, complete and of the right size; people judge how they look.
#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <papilio/error.hpp>

#include "bench/charts/canvas.hpp"
#include "bench/charts/page.hpp"
#include "bench/charts/pictures.hpp"
#include "bench/temporary_folder.hpp"
#include "unit/bench/sample_report.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains, ::testing::ElementsAre, ::testing::HasSubstr, ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The first element that is not closed in the right order. Not for HTML's void elements.
std::string first_unclosed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return "a tag at " + std::to_string(at);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.ends_with("/")) continue;
    std::string name = tag.substr(0, tag.find_first_of(" \n"));
    if (!name.starts_with("/")) {
      open.push_back(name);
    } else if (open.empty() || "/" + open.back() != name) {
      return name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

std::vector<std::string> names(const std::vector<Picture>& pictures) {
  std::vector<std::string> result;
  for (const Picture& picture : pictures) result.push_back(picture.name);
  return result;
}

TEST(Charts, EachSuiteAndPrecisionHasItsPictures) {
  EXPECT_THAT(
      names(pictures_of(sample_report())),
      ElementsAre("overview", "efficiency-powers-f32", "ratio-powers-f32", "error-powers-f32", "time-powers-f64",
                  "ratio-powers-f64", "error-powers-f64", "efficiency-primes-f32", "ratio-primes-f32",
                  "error-primes-f32"));  // times where every batch is 1
}

TEST(Charts, PicturesAreWellFormedAndSayWhatTheyShow) {
  for (const Picture& picture : pictures_of(sample_report())) {
    EXPECT_EQ(first_unclosed(picture.svg), "") << picture.name;
    EXPECT_THAT(picture.svg, HasSubstr("Testing &lt;GPU&gt;, 2026-02-03 04:05 UTC")) << picture.name;
    EXPECT_THAT(picture.svg, HasSubstr("points of one transform")) << picture.name;
    EXPECT_TRUE(picture.name == "overview" || picture.svg.find("cuFFT") != std::string::npos) << picture.name;
    EXPECT_THAT(picture.svg, Not(HasSubstr("nan"))) << picture.name;
    EXPECT_THAT(picture.svg, Not(HasSubstr("inf"))) << picture.name;
    EXPECT_FALSE(picture.caption.empty());
  }
}

TEST(Charts, TheOverviewNamesTheLibrariesAndLeavesNothingOut) {
  const Picture overview = pictures_of(sample_report()).front();
  EXPECT_THAT(overview.svg, HasSubstr("the better of cuFFT 12.0 and VkFFT 1.2"));
  EXPECT_THAT(overview.svg, HasSubstr("one of 3 problems, geometric mean 1.260; Papilio 0.1.0 is slower at 1"));
  EXPECT_THAT(overview.svg, HasSubstr("Papilio is slower"));
  for (const char* const problem : {"c2c:f32:1024*1000: 2.000", "c2c:f32:1009*1000: 0.500", ":inverse: 2.000"})
    EXPECT_EQ(count(overview.svg, problem), 1U) << problem;
}

TEST(Charts, EveryFigureIsDrawn) {
  std::map<std::string, std::string> svg;
  for (const Picture& picture : pictures_of(sample_report())) svg[picture.name] = picture.svg;
  EXPECT_EQ(count(svg["efficiency-powers-f32"], "of the copy</title>"), 4U);
  EXPECT_EQ(count(svg["ratio-powers-f32"], "</title></rect>"), 3U);
  EXPECT_EQ(count(svg["efficiency-primes-f32"], "of the copy</title>"), 3U);  // VkFFT does not support the prime
}

TEST(Charts, ExponentsAreRaisedAndTheRestIsNot) {
  const Power power = split_power("10^-7 of it");
  EXPECT_EQ(power.before, "10");
  EXPECT_EQ(power.exponent, "-7");
  EXPECT_EQ(power.after, " of it");
  EXPECT_EQ(split_power("1000").before, "1000");
  Report report = sample_report();
  report.titles["primes"] = "Up to 2^10 & more";
  EXPECT_THAT(html_page({report}), HasSubstr("Up to 2<sup>10</sup> &amp; more"));
  EXPECT_THAT(pictures_of(report).back().svg, HasSubstr("Up to 2<tspan dy='-0.42em' font-size='0.75em'>10</tspan>"));
}

TEST(Charts, WithoutOtherLibrariesThereAreNoRatios) {
  Report report = sample_report();
  report.peers.resize(1);
  for (Row& row : report.rows) row.peers.resize(1);
  for (const std::string& name : names(pictures_of(report))) EXPECT_THAT(name, Not(HasSubstr("ratio")));
}

TEST(Charts, WhatFailedLeavesNoPicture) {
  Report report = sample_report();
  for (Row& row : report.rows) {
    for (PeerResult& peer : row.peers) {
      peer.outcome = PeerOutcome::failed;
      peer.error.reset();
    }
  }
  EXPECT_TRUE(pictures_of(report).empty());
  EXPECT_THAT(html_page({report}), HasSubstr("</html>"));
}

TEST(Charts, ThePageNeedsNothingElse) {
  const std::string page = html_page({sample_report()});
  EXPECT_EQ(count(page, "<svg"), 10U);
  EXPECT_THAT(page, HasSubstr("Fourier transforms on Testing &lt;GPU&gt;"));
  EXPECT_THAT(page, HasSubstr("<td>Powers of two</td><td>2</td>"));
  EXPECT_THAT(page, HasSubstr("class='better'>4.00×"));
  EXPECT_THAT(page, HasSubstr("class='worse'>0.50×"));
  for (const char* outside : {"src=", "href=", "@import", "url("}) EXPECT_THAT(page, Not(HasSubstr(outside)));
}

TEST(Charts, AreWrittenIntoAFolderThatIsMade) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "a/b";
  EXPECT_EQ(write_charts({sample_report()}, folder.string()), (folder / "index.html").string());
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path().filename().string());
  EXPECT_EQ(files.size(), 11U);
  EXPECT_THAT(files, Contains("ratio-primes-f32.svg"));
  EXPECT_THROW(write_charts({sample_report()}, "/proc/none"), Error);
}

TEST(Charts, LibrariesAreCalledByTheirNames) {
  EXPECT_EQ(display_name("cufft"), "cuFFT");
  EXPECT_EQ(display_name("fftw-1t"), "FFTW (1 thread)");
  EXPECT_EQ(display_name("fftw-16t"), "FFTW (16 threads)");
  EXPECT_EQ(display_name("papilio@opencl:1"), "Papilio on opencl:1");
}

}  // namespace
}  // namespace papilio::bench
