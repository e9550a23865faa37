// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/suite.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <papilio/error.hpp>
#include <sstream>

#include "support/error_of.hpp"

namespace papilio::bench {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t mib = 1 << 20;

Suite parse(const std::string& text) {
  std::istringstream stream(text);
  return parse_suite(stream, "test", 2 * mib);
}

std::string error_of(const std::string& text) {
  return test::message_of([&] { parse(text); }, "accepted");
}

TEST(Suite, LinesHoldProblemsAndComments) {
  const Suite suite = parse("# nothing\n\ntitle= Of three \n  1024 c2c:f64:8*5:inverse # two\n2^20*2\r\n");
  EXPECT_EQ(suite.name, "test");
  EXPECT_EQ(suite.title, "Of three");
  ASSERT_EQ(suite.problems.size(), 3U);
  EXPECT_EQ(suite.problems[0].token(), "c2c:f32:1024*256");
  EXPECT_EQ(suite.problems[1].token(), "c2c:f64:8*5:inverse");
  EXPECT_EQ(suite.problems[2].token(), "c2c:f32:1048576*2");
}

TEST(Suite, BytesAreOfALineOrOfThoseBelow) {
  const Suite suite = parse("1024\n1024 bytes=1MiB\n1024\nbytes=4MiB\n1024\n1024 bytes=1MiB\n1024\n");
  std::vector<std::int64_t> batches;
  for (const Work& problem : suite.problems) batches.push_back(problem.batch());
  EXPECT_EQ(batches, (std::vector<std::int64_t>{256, 128, 256, 512, 128, 512}));
}

TEST(Suite, WaysAreOfALineOrOfThoseBelow) {
  const Suite suite = parse("8*1,2\nend-to-end\n8*4 sequential\n8*4\n8*4 round-trip plain\nplain\n8*4 round-trip\n");
  std::vector<std::string> keys;
  for (const Work& problem : suite.problems) keys.push_back(problem.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"c2c:f32:8", "c2c:f32:8*2", "c2c:f32:8*4 sequential end-to-end",
                                            "c2c:f32:8*4 end-to-end", "c2c:f32:8*4", "c2c:f32:8*4 round-trip"}));
  std::istringstream stream("8*4\n8*4 sequential");
  const Suite more = parse_suite(stream, "test", mib, {.end_to_end = true});
  EXPECT_EQ(more.problems[0].key(), "c2c:f32:8*4 end-to-end");
  EXPECT_EQ(more.problems[1].key(), "c2c:f32:8*4 sequential end-to-end");
  EXPECT_THAT(error_of("8\nc2c:f32:8:inverse round-trip"), HasSubstr("line 2"));
}

TEST(Suite, WithoutATitleTheNameIsOne) { EXPECT_EQ(parse("8").title, "test"); }

TEST(Suite, ErrorsNameTheLine) {
  EXPECT_THAT(error_of("64\n\n64 c2c:f12:8\n"), HasSubstr("suite 'test', line 3"));
  EXPECT_THAT(error_of("bytes=12MB\n64"), HasSubstr("line 1: size '12MB'"));
  EXPECT_THAT(error_of("# 64\n"), HasSubstr("has no problems"));
}

TEST(Suite, OneThatIsNotThereIsAnErrorThatSaysWhatIs) {
  EXPECT_THROW(load_suite("no-such-suite", mib), Error);
  EXPECT_THROW(load_suite("/no/such/file.txt", mib), Error);
  EXPECT_THROW(load_suite("/", mib), Error);
}

TEST(Suite, TheSuitesOfTheTreeParse) {
  std::size_t files = 0;
  std::size_t of_a_gpu = 0;  // the default suites of a GPU must take only minutes
  for (const auto& entry : std::filesystem::directory_iterator(PAPILIO_SOURCE_DIR "/bench/suites")) {
    if (entry.path().extension() != ".txt") continue;
    ++files;
    const Suite suite = load_suite(entry.path().string(), 512 * mib);
    EXPECT_NE(suite.title, suite.name) << entry.path() << " has no title";
    if (suite.name == "powers-of-two" || suite.name == "smooth" || suite.name == "primes") {
      of_a_gpu += suite.problems.size();
    }
    if (suite.name == "powers-of-two") {
      EXPECT_EQ(suite.problems.size(), 27U);
      EXPECT_EQ(suite.problems.front().points(), 2);
      EXPECT_EQ(suite.problems.back().points(), std::int64_t{1} << 27);
    }
    if (suite.name == "latency") {
      for (const Work& problem : suite.problems) EXPECT_EQ(problem.batch(), 1) << problem.token();
    }
    if (suite.name == "fp64") {
      for (const Work& problem : suite.problems) EXPECT_EQ(problem.precision(), Precision::f64) << problem.token();
    }
  }
  EXPECT_EQ(files, 20U);
  EXPECT_LE(of_a_gpu, 70U);
}

}  // namespace
}  // namespace papilio::bench
