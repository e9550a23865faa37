// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the model chooses on a processor with vectors of 512 bits, as measured in docs/lab/pocl.md, "512-bit vectors".
#include "plan/cpu_shapes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "plan/choice.hpp"
#include "plan/plan.hpp"

namespace papilio::plan {
namespace {

std::string shapes(const char* token, int lanes_f64) {
  DeviceCaps caps = cpu_preset();
  caps.compute_units = 2;
  caps.lanes_f64 = lanes_f64;
  return shape_tokens(make_plan(Problem::parse(token).normalised(), caps), caps.compute_units);
}

TEST(CpuShapes, LongDoublesUseTheWidestVectors) {
  EXPECT_EQ(shapes("c2c:f64:4096*256", 8), "8x8x8x8:butterflies:lanes=8");
  EXPECT_EQ(shapes("c2c:f64:1000*1048", 8), "8x5x5x5:butterflies:lanes=8");
  EXPECT_EQ(shapes("c2c:f64:64*16384", 8), "8x8:butterflies:lanes=8");
}

TEST(CpuShapes, ShortDoublesDoNot) { EXPECT_EQ(shapes("c2c:f64:256*4096", 8), "8x4x8:butterflies:lanes=4"); }

TEST(CpuShapes, NorWithout512Bits) { EXPECT_EQ(shapes("c2c:f64:4096*256", 4), "8x8x8x8:butterflies:lanes=4"); }

TEST(CpuShapes, FirstPassesStoreWithinAPageOrBearTheLongerHalf) {
  EXPECT_EQ(shapes("c2c:f64:65536*16", 8), "4x4x8:columns:lanes=8:tile=8,4x8x16:columns:lanes=8:tile=8");
  EXPECT_EQ(shapes("c2c:f64:2^20", 8), "4x8x8x8:columns:lanes=8:tile=8,4x8x16:columns:lanes=8:tile=8");
  EXPECT_EQ(shapes("c2c:f32:2^19*4", 8), "4x8x8:columns:lanes=8:tile=8,4x8x8x8:columns:lanes=8:tile=8");
}

bool pairs_in_f64(const char* token, const DeviceCaps& caps = cpu_preset(), const Callbacks& callbacks = {}) {
  return make_plan(Problem::parse(token).normalised(), caps, callbacks).pass->kernel.shape.pairs_in_f64;
}

TEST(CpuShapes, PairsAreComputedInF64WhereThatCostsLittle) {
  EXPECT_TRUE(pairs_in_f64("r2c:f32:32*4096"));  // across transforms
  EXPECT_FALSE(pairs_in_f64("r2c:f32:32x4096:axes=0"));
  EXPECT_FALSE(pairs_in_f64("c2r:f32:16*4096"));
  EXPECT_FALSE(pairs_in_f64("dht:f32:16*4096"));
  EXPECT_FALSE(pairs_in_f64("r2c:f32:256*256"));  // along butterflies
  EXPECT_TRUE(pairs_in_f64("r2c:f32:1024"));      // short beside a launch
  EXPECT_TRUE(pairs_in_f64("c2r:f32:16"));
  EXPECT_TRUE(pairs_in_f64("dht:f32:64"));
}

TEST(CpuShapes, PairsOfTypes1AreComputedInF64AndThoseOf2And3Never) {
  EXPECT_TRUE(pairs_in_f64("dct1:f32:16*4096"));
  EXPECT_TRUE(pairs_in_f64("dst1:f32:127*4096"));
  EXPECT_FALSE(pairs_in_f64("dct1:f32:257x256:axes=0"));
  for (const char* kind : {"dct2", "dct3", "dst2", "dst3"}) {
    for (const char* lengths : {"16", "1024", "16*4096", "256*256"}) {
      const std::string token = fmt::format("{}:f32:{}", kind, lengths);
      EXPECT_FALSE(pairs_in_f64(token.c_str())) << token;
    }
  }
}

TEST(CpuShapes, PairsStayInTheProblemsPrecisionElsewhere) {
  EXPECT_FALSE(pairs_in_f64("r2c:f64:32*64"));
  EXPECT_FALSE(pairs_in_f64("c2c:f32:32*64"));
  DeviceCaps narrow = cpu_preset();
  narrow.f64 = false;
  EXPECT_FALSE(pairs_in_f64("r2c:f32:1024", narrow));
}

TEST(CpuShapes, PairsFollowTheShapeWhereOneIsChosen) {
  const DeviceCaps caps = cpu_preset();
  const auto with_shapes_of = [&](const char* token, const char* other) {
    const std::string tokens = shape_tokens(make_plan(Problem::parse(other).normalised(), caps), caps.compute_units);
    const std::vector<ChosenPass> shapes = parse_shape_tokens(tokens, caps.compute_units);
    return make_plan(Problem::parse(token).normalised(), caps, {}, shapes).pass->kernel.shape.pairs_in_f64;
  };
  EXPECT_FALSE(with_shapes_of("r2c:f32:256*2", "r2c:f32:256*256"));
  EXPECT_TRUE(with_shapes_of("r2c:f32:256*256", "r2c:f32:256*2"));
}

TEST(CpuShapes, RadicesOfSeveralAxesAreThoseOfOneAfterTheOther) {
  const DeviceCaps caps = cpu_preset();
  const auto radices_with = [&](const char* shape) {
    const std::vector<ChosenPass> shapes = parse_shape_tokens(shape, caps.compute_units);
    return make_plan(Problem::parse("c2c:f32:8x12*45"), caps, {}, shapes).pass->kernel.radices;
  };
  EXPECT_EQ(radices_with("2x4x12:columns:lanes=8:tile=8"), (std::vector<int>{2, 4, 12}));
  EXPECT_THROW((void)radices_with("4x24:columns:lanes=8:tile=8"), Error);
}

TEST(CpuShapes, PairsBesideCallbacksStayInF32) {
  for (const char* token : {"r2c:f32:32*64", "c2r:f32:1024", "dst1:f32:127*64"}) {
    EXPECT_FALSE(pairs_in_f64(token, cpu_preset(), {.load = "a load callback", .store = {}, .parameters = {}}))
        << token;
    EXPECT_FALSE(pairs_in_f64(token, cpu_preset(), {.load = {}, .store = "a store callback", .parameters = {}}))
        << token;
  }
}

}  // namespace
}  // namespace papilio::plan
