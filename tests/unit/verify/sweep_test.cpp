// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "verify/check/sweep.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

#include "support/error_of.hpp"

namespace papilio::verify {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr;

std::vector<std::string> tokens(std::string_view sweep) {
  std::vector<std::string> result;
  for (const Problem& problem : expand(sweep)) result.push_back(problem.token());
  return result;
}

TEST(Sweep, APlainTokenIsItself) { EXPECT_THAT(tokens("c2c:f64:2^4*3:inverse"), ElementsAre("c2c:f64:16*3:inverse")); }

TEST(Sweep, RangesIncludeBothEndsAndKeepTheRestOfTheToken) {
  EXPECT_THAT(tokens("c2c:f32:3..5*4:inplace"),
              ElementsAre("c2c:f32:3*4:inplace", "c2c:f32:4*4:inplace", "c2c:f32:5*4:inplace"));
  EXPECT_EQ(tokens("c2c:f32:1..2048*4").size(), 2048U);
}

TEST(Sweep, ListsStepsAndPowers) {
  EXPECT_THAT(tokens("c2c:f32:7,2^3..2^4+3,1"),
              ElementsAre("c2c:f32:7", "c2c:f32:8", "c2c:f32:11", "c2c:f32:14", "c2c:f32:1"));
}

TEST(Sweep, EveryAxisMayHaveSeveralLengths) {
  EXPECT_THAT(tokens("r2c:f32:2x3,5*4"), ElementsAre("r2c:f32:2x3*4", "r2c:f32:2x5*4"));
  EXPECT_THAT(tokens("c2c:f32:1..2x4x6..8+2:axes=0,2"),
              ElementsAre("c2c:f32:1x4x6:axes=0,2", "c2c:f32:1x4x8:axes=0,2", "c2c:f32:2x4x6:axes=0,2",
                          "c2c:f32:2x4x8:axes=0,2"));
}

TEST(Sweep, TheBatchMayHaveSeveralNumbers) {
  EXPECT_THAT(tokens("c2c:f32:8*1,4,2^4"), ElementsAre("c2c:f32:8", "c2c:f32:8*4", "c2c:f32:8*16"));
  EXPECT_THAT(tokens("c2c:f32:8,9*2..4+2:inverse"),
              ElementsAre("c2c:f32:8*2:inverse", "c2c:f32:8*4:inverse", "c2c:f32:9*2:inverse", "c2c:f32:9*4:inverse"));
}

TEST(Sweep, KernelsMayHaveSeveralLengths) {
  std::vector<std::string> result;
  for (const CheckProblem& problem : expand_any("conv:f32:7,8x9*2:kernel=2x1..2:same"))
    result.push_back(token_of(problem));
  EXPECT_THAT(result, ElementsAre("conv:f32:7x9*2:kernel=2x1:same", "conv:f32:7x9*2:kernel=2x2:same",
                                  "conv:f32:8x9*2:kernel=2x1:same", "conv:f32:8x9*2:kernel=2x2:same"));
  EXPECT_EQ(expand_any("c2c:f32:1..3").size(), 3U);
  EXPECT_THROW(expand_any("corr:f32:1..10:kernel=3..1"), TokenError);
  EXPECT_THROW(expand_any("corr:f32:1..2000:kernel=1..2000"), TokenError);
  EXPECT_THROW(expand_any("conv:f32:1..3"), TokenError);
}

struct Bad {
  const char* token;
  std::size_t position;
};

class BadSweep : public ::testing::TestWithParam<Bad> {};

TEST_P(BadSweep, IsATokenErrorAtThePlace) {
  const TokenError error = test::error_of<TokenError>([&] { expand(GetParam().token); });
  EXPECT_EQ(error.position(), GetParam().position) << error.what();
  EXPECT_THAT(error.explanation(), HasSubstr(GetParam().token));
}

INSTANTIATE_TEST_SUITE_P(Sweep, BadSweep,
                         ::testing::Values(Bad{"c2c:f32:1..x", 11}, Bad{"c2c:f32:1,,5", 10}, Bad{"c2c:f32:5..3", 11},
                                           Bad{"c2c:f32:1..9+0", 13}, Bad{"c2c:f32:..9", 8}, Bad{"c2c:f32:1..", 11},
                                           Bad{"c2c:f32:1..2^40", 11}, Bad{"c2c:f32:-1..3", 8}, Bad{"c2c", 3},
                                           Bad{"c2c:f32:1..2^27", 8}, Bad{"c2c:f32:1..9x1..y", 16},
                                           Bad{"c2c:f32:2x1..", 13}, Bad{"c2c:f32:1..2xx3", 13},
                                           Bad{"c2c:f32:1..2000x1..2000", 8}, Bad{"c2c:f32:99999999999999999999..3", 8},
                                           Bad{"c2c:f32:8*1,,4", 12}, Bad{"c2c:f32:8*1,x", 12},
                                           Bad{"c2c:f32:8*4..1", 13}));

TEST(Sweep, WhatIsWrongElsewhereIsShownInTheFirstTokenOfTheSweep) {
  const TokenError error = test::error_of<TokenError>([&] { expand("c2c:f32:1000..1003:up"); });
  EXPECT_THAT(error.explanation(), ::testing::StartsWith("c2c:f32:1000:up\n             ^"));
}

TEST(Sweep, LengthsThatNoProblemMayHaveAreErrors) {
  EXPECT_THROW(expand("c2c:f32:0..3"), Error);
  EXPECT_THROW(expand("c2c:f32:1,2^28"), Error);
}

}  // namespace
}  // namespace papilio::verify
