// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/sweeps.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <string>
#include <vector>

#include "support/error_of.hpp"
#include "tools/transform/batch.hpp"

namespace papilio::tool {
namespace {

using ::testing::HasSubstr;

std::int64_t bytes_of(const Problem& problem) {
  return 2 * (problem.input_elements() * problem.input_element_bytes() +
              problem.output_elements() * problem.output_element_bytes());
}

std::vector<DiskSweep> sweeps_of(const std::string& token, std::int64_t memory) {
  return plan_sweeps(Problem::parse(token), memory, bytes_of);
}

std::string tokens_of(const std::string& token, std::int64_t memory) {
  std::string text;
  for (const DiskSweep& sweep : sweeps_of(token, memory))
    text += (text.empty() ? "" : " ") + std::to_string(sweep.blocks()) + "x" + sweep.problem.token();
  return text;
}

/// How often each element of a side is touched, and that each run stays within its block's memory.
std::vector<int> touched(const DiskSweep& sweep, FileSegments (DiskSweep::*side)(std::int64_t) const,
                         std::int64_t stride, std::int64_t elements) {
  std::vector<int> count(static_cast<std::size_t>(elements), 0);
  for (std::int64_t block = 0; block < sweep.blocks(); ++block) {
    const FileSegments runs = (sweep.*side)(block);
    EXPECT_LE(runs.width, stride);
    for (std::int64_t i = 0; i < runs.count; ++i) {
      for (std::int64_t c = 0; c < runs.width; ++c)
        ++count.at(static_cast<std::size_t>(runs.first + i * runs.stride + c));
    }
  }
  return count;
}

TEST(Sweeps, ReadAndWriteEveryElementOnce) {
  for (const char* const token :
       {"c2c:f32:4096", "c2c:f32:1000*3", "c2c:f64:30x50x70", "r2c:f32:40x31x24*2", "c2r:f64:40x31x24",
        "dct2:f32:60x70", "c2c:f32:64x9x40:axes=0", "c2c:f32:64x9x40*5:axes=1", "c2c:f32:12x64x10:axes=0,2"}) {
    for (const std::int64_t memory : {40'000, 70'000, 1'000'000}) {
      const Problem problem = Problem::parse(token);
      std::int64_t count = problem.batch * input_count(problem);
      for (const DiskSweep& sweep : sweeps_of(token, memory)) {
        const std::string what = std::string(token) + " " + sweep.problem.token();
        EXPECT_LE(bytes_of(sweep.problem), memory) << what;
        const std::vector<int> in = touched(sweep, &DiskSweep::input, sweep.input_stride(), count);
        count = sweep.output_count();
        const std::vector<int> out = touched(sweep, &DiskSweep::output, sweep.output_stride(), count);
        EXPECT_TRUE(std::all_of(in.begin(), in.end(), [](int times) { return times == 1; })) << what;
        EXPECT_TRUE(std::all_of(out.begin(), out.end(), [](int times) { return times == 1; })) << what;
      }
      EXPECT_EQ(count, problem.batch * output_count(problem)) << token;
    }
  }
}

TEST(Sweeps, AreAsFewAsMemoryAllows) {
  EXPECT_EQ(tokens_of("c2c:f32:64x64:scale=1/n", 1 << 20), "1xc2c:f32:64x64:factor=0.000244140625");
  EXPECT_EQ(tokens_of("c2c:f32:8x256x256", 5 << 20), "4xc2c:f32:256x256*2 4xc2c:f32:8x20480:inplace:axes=0");
  EXPECT_EQ(tokens_of("c2c:f32:256x8x256:axes=0", 5 << 20), "4xc2c:f32:256x640:inplace:axes=0");
}

TEST(Sweeps, TheHalvedAxisIsTheFirstOrTheLast) {
  EXPECT_THAT(tokens_of("r2c:f32:512x512", 1 << 20), HasSubstr("r2c:f32:512*"));
  EXPECT_EQ(sweeps_of("r2c:f32:512x512", 1 << 20).back().problem.kind, Kind::c2c);
  EXPECT_EQ(sweeps_of("c2r:f32:512x512", 1 << 20).front().problem.kind, Kind::c2c);
  EXPECT_EQ(sweeps_of("c2r:f32:512x512", 1 << 20).back().problem.kind, Kind::c2r);
}

TEST(Sweeps, ALongLineIsAMatrix) {
  const std::vector<DiskSweep> sweeps = sweeps_of("c2c:f32:65536:inverse:scale=1/n", 1 << 18);
  ASSERT_EQ(sweeps.size(), 2U);
  EXPECT_EQ(sweeps[0].twiddle, 65536);
  EXPECT_EQ(sweeps[1].shape, DiskSweep::SweepShape::transposed);
  EXPECT_EQ(sweeps[1].problem.factor, 1.0 / 65536);
  EXPECT_EQ(sweeps[0].problem.direction, Direction::inverse);
}

std::string refusal_of(const std::string& token, std::int64_t memory, const BytesOf& bytes = bytes_of) {
  return test::message_of(
      ErrorCode::unsupported, [&] { plan_sweeps(Problem::parse(token), memory, bytes); }, "accepted");
}

TEST(Sweeps, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(refusal_of("r2c:f32:65536", 1000),
            "r2c:f32:65536: its smallest block, r2c:f32:65536, takes 1048592 bytes of memory, and 1000 are allowed; "
            "allow more: --memory 1048592");
  EXPECT_THAT(refusal_of("c2c:f32:65537", 1000), HasSubstr("takes 2097184 bytes"));
  EXPECT_THAT(refusal_of("c2c:f32:4x65536", 1000), HasSubstr("allow more"));
  EXPECT_THAT(refusal_of("c2c:f32:64:zero=[8,16)", 1000), HasSubstr("leave out zero=, skip=, modes=, pad=, crop="));
  EXPECT_THAT(refusal_of("r2c:f32:64", 1000, [](const Problem&) { return no_memory_suffices; }),
              HasSubstr("more than the device allocates"));
}

}  // namespace
}  // namespace papilio::tool
