// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

namespace papilio::bench {
namespace {

using ::testing::ElementsAre;

constexpr std::int64_t bytes = 1 << 24;

std::vector<std::string> tokens(const std::string& text) {
  std::vector<std::string> result;
  for (const Work& work : parse_problems(text, bytes)) result.push_back(work.token());
  return result;
}

TEST(ProblemText, WithoutABatchTheDataAreAsLargeAsWanted) {
  EXPECT_THAT(tokens("1024"), ElementsAre("c2c:f32:1024*2048"));
  EXPECT_THAT(tokens("c2c:f64:1009"), ElementsAre("c2c:f64:1009*1039"));  // 1039.2
  EXPECT_THAT(tokens("2^24"), ElementsAre("c2c:f32:16777216"));           // at least one
}

TEST(ProblemText, TheDataAreWholeArraysOfTheInput) {
  EXPECT_THAT(tokens("64x64"), ElementsAre("c2c:f32:64x64*512"));
  EXPECT_THAT(tokens("r2c:f32:64x64"), ElementsAre("r2c:f32:64x64*1024"));
  EXPECT_THAT(tokens("c2r:f64:16x30"), ElementsAre("c2r:f64:16x30*4096"));
}

TEST(ProblemText, WhatIsSaidIsKept) {
  EXPECT_THAT(tokens("64*4"), ElementsAre("c2c:f32:64*4"));
  EXPECT_THAT(tokens("c2c:f64:64*1:inverse"), ElementsAre("c2c:f64:64:inverse"));
}

TEST(ProblemText, ListsAndRangesAreSeveralProblems) {
  EXPECT_THAT(tokens("4,6..7"), ElementsAre("c2c:f32:4*524288", "c2c:f32:6*349525", "c2c:f32:7*299593"));
}

TEST(ProblemText, ListsOfBatchesAreSeveralProblems) {
  EXPECT_THAT(tokens("4096*1,4,16"), ElementsAre("c2c:f32:4096", "c2c:f32:4096*4", "c2c:f32:4096*16"));
  EXPECT_THAT(tokens("r2c:f32:8,16x4*2,2^3:inplace"), ElementsAre("r2c:f32:8x4*2:inplace", "r2c:f32:8x4*8:inplace",
                                                                  "r2c:f32:16x4*2:inplace", "r2c:f32:16x4*8:inplace"));
  EXPECT_THAT(tokens("64*1..4+3"), ElementsAre("c2c:f32:64", "c2c:f32:64*4"));
  EXPECT_THAT(tokens("conv:f32:64*1,2:kernel=9*1"), ElementsAre("conv:f32:64:kernel=9", "conv:f32:64*2:kernel=9"));
}

TEST(ProblemText, BatchesThatMakeNoSenseAreRefused) {
  for (const char* bad : {"64*", "64*,", "64*1,", "64*,4", "64*1,,4", "64*0,1", "64*-1,4", "64*1,x", "64*4..1",
                          "64*1..4+0", "64*1,4*2", "64*1;4", "64*1, 4", "64*1,99999999999999999999"}) {
    EXPECT_THROW((void)parse_problems(bad, bytes), Error) << bad;
  }
}

TEST(ProblemText, EveryKindStorageAndAxisHasItsBatch) {
  EXPECT_THAT(tokens("dct2:f32:64"), ElementsAre("dct2:f32:64*65536"));
  EXPECT_THAT(tokens("c2c:f16:64"), ElementsAre("c2c:f16:64*65536"));
  EXPECT_THAT(tokens("c2c:f32:64:inplace"), ElementsAre("c2c:f32:64*32768:inplace"));
  EXPECT_THAT(tokens("c2c:f32:8x64x4:axes=1"), ElementsAre("c2c:f32:8x64x4*1024:axes=1"));
  EXPECT_THAT(tokens("r2c:f32:64:in=i16"), ElementsAre("r2c:f32:64*131072:in=i16"));
}

TEST(ProblemText, WithStridesOrDistancesOfItsOwnThereIsNoOtherBatch) {
  EXPECT_THAT(tokens("c2c:f32:64:istrides=7"), ElementsAre("c2c:f32:64:istrides=7"));
  EXPECT_THAT(tokens("c2c:f32:64*2:idist=100"), ElementsAre("c2c:f32:64*2:idist=100"));
}

TEST(ProblemText, ConvolutionsHaveSignalsForTheirBatch) {
  EXPECT_THAT(tokens("conv:f32:1024,2048:kernel=9:same"),
              ElementsAre("conv:f32:1024*4096:kernel=9:same", "conv:f32:2048*2048:kernel=9:same"));
  EXPECT_THAT(tokens("corr:f32:64*4:kernel=9*4"), ElementsAre("corr:f32:64*4:kernel=9*4"));
  EXPECT_THAT(tokens("conv:f32:64x64:kernel=3x3:in=i16"), ElementsAre("conv:f32:64x64*2048:kernel=3x3:in=i16"));
}

TEST(ProblemText, WhatMakesNoSenseIsRefused) {
  EXPECT_THROW((void)parse_problems("c2c:f32:64*2:odist=10", bytes), Error);
  EXPECT_THROW((void)parse_problems("long", bytes), TokenError);
}

}  // namespace
}  // namespace papilio::bench
