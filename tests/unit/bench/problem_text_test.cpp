// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/problem_text.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>

namespace papilio::bench {
namespace {

constexpr std::int64_t points = std::int64_t{1} << 21;

TEST(ProblemText, ALengthAloneGetsTheNearestBatch) {
  EXPECT_EQ(parse_problem("1024", Precision::f32, points).token(), "c2c:f32:1024*2048");
  EXPECT_EQ(parse_problem("1009", Precision::f64, points).token(), "c2c:f64:1009*2078");  // 2078.4
  EXPECT_EQ(parse_problem("1000", Precision::f32, 1500).batch, 2);                        // a half goes up
  EXPECT_EQ(parse_problem("2^22", Precision::f32, points).batch, 1);                      // never none
}

TEST(ProblemText, WhatIsSaidIsKept) {
  EXPECT_EQ(parse_problem("64*4", Precision::f32, points).batch, 4);
  EXPECT_EQ(parse_problem("c2c:f64:64:inverse", Precision::f32, points).token(), "c2c:f64:64:inverse");
}

TEST(ProblemText, OnlyPlainProblemsAreBenchmarked) {
  for (const char* token : {"c2c:f32:64:inplace", "c2c:f32:64:scale=1/n", "c2c:f32:64*2:idist=100"}) {
    try {
      (void)parse_problem(token, Precision::f32, points);
      ADD_FAILURE() << token << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported) << token;
    }
  }
  EXPECT_THROW((void)parse_problem("long", Precision::f32, points), TokenError);
}

}  // namespace
}  // namespace papilio::bench
