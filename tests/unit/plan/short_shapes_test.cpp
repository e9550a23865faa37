// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of short whole transforms on GPUs: docs/adr/0166-short-lengths-in-large-batches.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "plan/model/gpu_estimate.hpp"
#include "plan/plan.hpp"

namespace papilio::plan {
namespace {

KernelSpec kernel_of(const std::string& token, const DeviceCaps& caps) {
  return make_plan(Problem::parse(token).normalised(), caps).passes().front()->kernel;
}

TEST(ShortShapes, ShortLengthsAreTransformedBySingleWarps) {
  const DeviceCaps caps = h200_preset();
  for (const std::int64_t n : {84, 98, 110, 165, 210, 330}) {
    const KernelSpec kernel = kernel_of(fmt::format("c2c:f32:{}*{}", n, (1 << 26) / n), caps);
    EXPECT_LE(kernel.shape.threads, 32) << n;
    EXPECT_FALSE(kernel.shape.staged) << n;
  }
}

TEST(ShortShapes, OddRadicesGoAcross) {
  for (const std::int64_t n : {33, 45, 63, 95}) {
    EXPECT_TRUE(kernel_of(fmt::format("c2c:f32:{}*{}", n, (1 << 26) / n), h200_preset()).shape.across) << n;
    EXPECT_FALSE(kernel_of(fmt::format("c2c:f16:{}*{}", n, (1 << 27) / n), h200_preset()).shape.across) << n;
    EXPECT_FALSE(kernel_of(fmt::format("c2r:f32:{}*{}", n, (1 << 26) / n), h200_preset()).shape.across) << n;
  }
}

TEST(ShortShapes, ShortKernelsHaveTheRegistersThatTheyNeed) {
  const DeviceCaps caps = h200_preset();
  for (const char* token : {"c2r:f32:27*2396745", "r2c:f32:27*2485513", "c2r:f32:31*4194304", "c2c:f16:20*3355443",
                            "c2c:f32:29*1157049", "c2r:f32:13*4793490", "c2r:f32:7*16777216"}) {
    const KernelSpec kernel = kernel_of(token, caps);
    const int points = group_load(tile_load(kernel), kernel, caps).points;
    EXPECT_GE(groups_by_registers(kernel.shape.threads, min_registers(kernel, points, caps), caps),
              kernel.shape.resident_groups)
        << token;
  }
  EXPECT_EQ(groups_by_registers(81, 96, caps), 6);  // 7 if a compute unit were one part; compilers then spill
}

// docs/lab/shapes.md, "Factor by factor": 299 points take 271 us where the first stage has 13, and 315 where it has 23.
TEST(ShortShapes, LargePrimesAreTheLastStage) {
  for (const char* token : {"c2c:f32:299*224443", "c2c:f32:247*271695", "c2r:f32:221*604584", "c2c:f32:119*17623"})
    EXPECT_LE(kernel_of(token, h200_preset()).radices.front(), 13) << token;
}

// The same section: 6x6 with 96 work-items and 10 resident work-groups spills, and takes 1.13 times as long.
TEST(ShortShapes, FactorsAreMovedWithoutSpills) {
  for (const char* token : {"c2c:f32:37*1813753", "c2c:f32:41*1636801"}) {
    const Shape shape = kernel_of(token, h200_preset()).shape;
    EXPECT_EQ(shape.tile, 16) << token;
    EXPECT_GE(shape.threads, 96) << token;
    EXPECT_LE(shape.resident_groups, 9) << token;
  }
  EXPECT_EQ(kernel_of("c2c:f32:3473*19323", h200_preset()).shape.resident_groups, 3);  // 23 points in 80 registers
}

TEST(ShortShapes, LinesOfComplexNumbersInMemoryServeNoOthersIfTheyAreShort) {
  const auto shape = [](const char* token) { return kernel_of(token, h200_preset()).shape; };
  EXPECT_EQ(shape("c2c:f32:72*932067").threads, 96);  // of the table
  EXPECT_NE(shape("c2c:f16:72*932067"), shape("c2c:f32:72*932067"));
  EXPECT_NE(shape("c2c:f32:72*29127"), shape("c2c:f32:72*932067"));  // in the L2 cache
  EXPECT_NE(shape("r2c:f32:49*1369568"), shape("c2c:f32:49*1369568"));
}

}  // namespace
}  // namespace papilio::plan
