// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/batch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

using ::testing::HasSubstr;

std::string token_of(const std::string& token, std::int64_t elements, Padding padding = Padding::none) {
  return problem_of_file(token, {"a.npy", elements}, padding).token();
}

std::string message_of(const std::string& token, std::int64_t elements, Padding padding = Padding::none) {
  try {
    return "accepted as " + token_of(token, elements, padding);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(FileBatch, FollowsFromTheLength) {
  EXPECT_EQ(token_of("c2c:f32:100:inverse", 300), "c2c:f32:100*3:inverse");
  EXPECT_EQ(token_of("c2c:f32:100:scale=1/sqrt(n)", 100), "c2c:f32:100:scale=1/sqrt(n)");
}

TEST(FileBatch, WhatIsLeftOverIsAnErrorUnlessPadded) {
  EXPECT_EQ(message_of("c2c:f32:100", 250),
            "a.npy: holds 250 elements: 2 transforms of 100 and 50 left over; "
            "pad the last with zeros (--pad), or choose another length");
  EXPECT_EQ(token_of("c2c:f32:100", 250, Padding::zeros), "c2c:f32:100*3");
  EXPECT_EQ(token_of("c2c:f32:100", 200, Padding::zeros), "c2c:f32:100*2");
  EXPECT_EQ(token_of("c2c:f32:100", 1, Padding::zeros), "c2c:f32:100");
}

TEST(FileBatch, OfTheTokenMustAgree) {
  EXPECT_EQ(token_of("c2c:f32:100*3", 300), "c2c:f32:100*3");
  EXPECT_EQ(token_of("c2c:f32:100*3", 201, Padding::zeros), "c2c:f32:100*3");
  EXPECT_THAT(message_of("c2c:f32:100*1", 300), HasSubstr("3 transforms of 100, but c2c:f32:100*1 asks for 1"));
  EXPECT_THAT(message_of("c2c:f32:100*4", 300, Padding::zeros), HasSubstr("asks for 4"));
}

TEST(FileBatch, DistancesAreRefused) {
  EXPECT_THAT(message_of("c2c:f32:100:idist=128", 300), HasSubstr("leave idist= and odist= out"));
  EXPECT_EQ(token_of("c2c:f32:100:idist=100", 300), "c2c:f32:100*3");
}

}  // namespace
}  // namespace papilio::tool
