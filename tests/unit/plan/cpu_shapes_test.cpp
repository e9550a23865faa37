// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the model chooses on a processor with vectors of 512 bits, as measured in docs/lab/pocl.md, "512-bit vectors".
#include "plan/cpu_shapes.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace papilio::plan
