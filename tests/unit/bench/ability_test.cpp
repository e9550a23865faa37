// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/ability.hpp"

#include <gmock/gmock.h>

namespace papilio::bench {
namespace {

using ::testing::ElementsAre;

TEST(Ability, WhatNoLibraryIsToldIsAnObstacle) {
  for (const char* token : {"c2c:f32:64:planar", "c2c:f32:64:scale=1/n", "c2c:f32:64:zero=[1,4)", "r2c:f32:64:in=i16",
                            "c2c:f32:64:in=f16", "c2c:f64:64:in=f16:out=f16"}) {
    EXPECT_TRUE(obstacle(Problem::parse(token), {true, true, true})) << token;
  }
}

TEST(Ability, SomeAreForSome) {
  EXPECT_TRUE(obstacle(Problem::parse("dct2:f32:64"), {}));
  EXPECT_FALSE(obstacle(Problem::parse("dct2:f32:64"), {.real_to_real = true}));
  EXPECT_TRUE(obstacle(Problem::parse("c2c:f16:64"), {}));
  EXPECT_TRUE(obstacle(Problem::parse("c2c:f64x2:64"), {}));
  EXPECT_FALSE(obstacle(Problem::parse("c2c:f64x2:64"), {.f64x2 = true}));
  EXPECT_TRUE(obstacle(Problem::parse("c2c:f32x2:64"), {.f64x2 = true}));
  EXPECT_FALSE(obstacle(Problem::parse("c2r:bf16:64"), {.half = true}));
  EXPECT_TRUE(obstacle(Problem::parse("c2c:f32:64:ioffset=3"), {}));
  EXPECT_FALSE(obstacle(Problem::parse("c2c:f32:64:ioffset=3"), {.offsets = true}));
}

TEST(Ability, LoopsThatAreOneAreMerged) {
  const Loops loops = loops_of(Problem::parse("c2c:f32:4x5x6*7:axes=2"));
  ASSERT_EQ(loops.repeats.size(), 1U);
  EXPECT_EQ(loops.repeats[0].count, 140);
  EXPECT_EQ(loops.repeats[0].in_stride, 6);
  EXPECT_EQ(loops_of(Problem::parse("c2c:f32:4x5x6*7:axes=1")).repeats.size(), 2U);
}

TEST(Ability, EmbeddingsAreRowsOfRows) {
  const auto packed = embeddings_of(Problem::parse("c2c:f32:4x5x6*7"));
  ASSERT_TRUE(packed);
  EXPECT_EQ(packed->repeats, 7);
  EXPECT_EQ(packed->in.distance, 120);
  EXPECT_THAT(packed->in.embed, ElementsAre(4, 5, 6));
  const auto columns = embeddings_of(Problem::parse("c2c:f32:10x64*1:axes=0"));
  ASSERT_TRUE(columns);
  EXPECT_EQ(columns->repeats, 64);
  EXPECT_EQ(columns->in.stride, 64);
  EXPECT_EQ(columns->in.distance, 1);
  EXPECT_FALSE(embeddings_of(Problem::parse("c2c:f32:4x5x6*7:axes=1")));
  EXPECT_FALSE(embeddings_of(Problem::parse("c2c:f32:4x5:istrides=1,4")));
}

TEST(Ability, Packed) {
  EXPECT_TRUE(is_packed(Problem::parse("r2c:f32:4x5*3")));
  EXPECT_FALSE(is_packed(Problem::parse("r2c:f32:4x5*3:idist=24")));
  EXPECT_FALSE(is_packed(Problem::parse("c2c:f32:4x5:axes=0")));
}

}  // namespace
}  // namespace papilio::bench
