// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/transform/batch.hpp"

#include <gmock/gmock.h>

#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

using ::testing::HasSubstr;

std::string token_of(const std::string& token, std::int64_t elements, PieceEnd padding = PieceEnd::none) {
  return problem_of_file(token, {"a.npy", elements}, padding).token();
}

std::string message_of(const std::string& token, std::int64_t elements, PieceEnd padding = PieceEnd::none) {
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
  EXPECT_EQ(token_of("c2c:f32:100", 250, PieceEnd::zeros), "c2c:f32:100*3");
  EXPECT_EQ(token_of("c2c:f32:100", 200, PieceEnd::zeros), "c2c:f32:100*2");
  EXPECT_EQ(token_of("c2c:f32:100", 1, PieceEnd::zeros), "c2c:f32:100");
}

TEST(FileBatch, OfTheTokenMustAgree) {
  EXPECT_EQ(token_of("c2c:f32:100*3", 300), "c2c:f32:100*3");
  EXPECT_EQ(token_of("c2c:f32:100*3", 201, PieceEnd::zeros), "c2c:f32:100*3");
  EXPECT_THAT(message_of("c2c:f32:100*1", 300), HasSubstr("3 transforms of 100, but c2c:f32:100*1 asks for 1"));
  EXPECT_THAT(message_of("c2c:f32:100*4", 300, PieceEnd::zeros), HasSubstr("asks for 4"));
}

TEST(FileBatch, DistancesAreRefused) {
  EXPECT_THAT(message_of("c2c:f32:100:idist=128", 300), HasSubstr("leave idist=, odist="));
  EXPECT_THAT(message_of("c2c:f32:10x10:istrides=1,10", 300), HasSubstr("leave idist=, odist="));
  EXPECT_EQ(token_of("c2c:f32:100:idist=100", 300), "c2c:f32:100*3");
  EXPECT_THAT(message_of("c2c:f32:100:planar", 300), HasSubstr("and planar out"));
  EXPECT_THAT(message_of("c2c:f32:100:ioffset=5", 300), HasSubstr("ioffset="));
  EXPECT_THAT(message_of("c2c:f16:100", 300), HasSubstr("without in= and out="));
  EXPECT_THAT(message_of("c2c:f32:100:skip=[0,9)", 300), HasSubstr("leave skip= out, or add ocompact"));
  EXPECT_EQ(token_of("c2c:f32:100:modes=9", 300), "c2c:f32:100*3:modes=9");
  EXPECT_EQ(token_of("c2c:f32:100:inverse:modes=9", 27), "c2c:f32:100*3:inverse:modes=9");
}

TEST(FileBatch, CountsTheElementsOfTheInput) {
  const auto token = [](const std::string& of, std::int64_t elements) {
    return problem_of_file(of, {"a.npy", elements, {}, SampleKind::real}, PieceEnd::none).token();
  };
  EXPECT_EQ(token("r2c:f32:4x6", 48), "r2c:f32:4x6*2");
  EXPECT_EQ(token("c2r:f32:4x6", 48), "c2r:f32:4x6*3");
  EXPECT_EQ(token("c2r:f32:4x6:axes=0", 36), "c2r:f32:4x6*2:axes=0");
  EXPECT_THAT(message_of("r2c:f32:4x6", 48), HasSubstr("r2c:f32:4x6 takes real ones"));
  EXPECT_THAT(message_of("c2r:f32:4x6:inplace", 48), HasSubstr("leave inplace out"));
}

TEST(FileBatch, TheShapeIsNumPys) {
  using Shape = std::vector<std::int64_t>;
  const auto shape = [](const std::string& of, const Shape& file) {
    std::int64_t elements = 1;
    for (const std::int64_t length : file) elements *= length;
    const FileElements given{"a.npy", elements, file, SampleKind::real};
    return shape_of_result(problem_of_file(of, given, PieceEnd::none), given);
  };
  EXPECT_EQ(shape("c2c:f32:60", {60}), (Shape{60}));
  EXPECT_EQ(shape("c2c:f32:60", {7, 60}), (Shape{7, 60}));
  EXPECT_EQ(shape("c2c:f32:60", {2, 3, 60}), (Shape{2, 3, 60}));
  EXPECT_EQ(shape("c2c:f32:60", {2, 120}), (Shape{4, 60}));
  EXPECT_EQ(shape("r2c:f32:4x6", {2, 3, 4, 6}), (Shape{2, 3, 4, 4}));
  EXPECT_EQ(shape("c2r:f32:4x6", {5, 4, 4}), (Shape{5, 4, 6}));
  EXPECT_EQ(shape("r2c:f32:4x6:axes=0", {4, 6}), (Shape{3, 6}));
  EXPECT_EQ(shape("r2c:f32:4x6", {48}), (Shape{2, 4, 4}));
}

}  // namespace
}  // namespace papilio::tool
