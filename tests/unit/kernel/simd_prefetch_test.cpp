// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which kernels for CPUs prefetch the next tile: passes over columns whose rows are apart, in small tiles, and
// transforms of a few kilobytes.
#include <gtest/gtest.h>

#include <variant>

#include "ir/ir.hpp"
#include "kernel/kernels.hpp"

namespace papilio::kernel {
namespace {

KernelSpec pass(std::int64_t inner, std::vector<int> radices) {
  KernelSpec spec;
  spec.inner = inner;
  spec.interleaved = inner;  // an axis of an array, not a part of a transform
  spec.radices = std::move(radices);
  for (const int radix : spec.radices) spec.length *= radix;
  spec.shape.strategy = Strategy::columns;
  spec.shape.lanes = spec.shape.tile = 8;
  spec.in.strides = spec.out.strides = {.element = inner, .column = 1};
  return spec;
}

int prefetches(const ir::Block& block) {
  int count = 0;
  for (const ir::Stmt& stmt : block) {
    count += std::holds_alternative<ir::Prefetch>(stmt.node) ? 1 : 0;
    if (const auto* loop = std::get_if<ir::For>(&stmt.node)) count += prefetches(*loop->body);
  }
  return count;
}

int prefetches(const KernelSpec& spec) { return prefetches(build_simd_kernel(spec).body); }

// The loop of the last stage has 16 of 256 rows in each round.
TEST(SimdPrefetch, EveryRowOfASmallTile) { EXPECT_EQ(prefetches(pass(64, {16, 16})), 16); }

TEST(SimdPrefetch, BothLinesOfARow) {
  KernelSpec spec = pass(64, {8, 16});
  spec.precision = Precision::f64;
  EXPECT_EQ(prefetches(spec), 2 * 16);
}

TEST(SimdPrefetch, NotOfLargeTilesNorOfNeighbours) {
  EXPECT_EQ(prefetches(pass(64, {8, 8, 16})), 16);
  EXPECT_EQ(prefetches(pass(64, {8, 16, 16})), 0);
  EXPECT_EQ(prefetches(pass(1, {16, 16})), 0);
}

KernelSpec transform(Precision precision, std::vector<int> radices) {
  KernelSpec spec;
  spec.precision = precision;
  spec.radices = std::move(radices);
  for (const int radix : spec.radices) spec.length *= radix;
  spec.shape.strategy = Strategy::butterflies;
  spec.shape.lanes = 4;
  return spec;
}

TEST(SimdPrefetch, TransformsOfAFewKilobytesInDoublePrecision) {
  EXPECT_EQ(prefetches(transform(Precision::f64, {8, 5, 6})), 6);
  EXPECT_EQ(prefetches(transform(Precision::f64, {8, 8, 8, 8})), 8);
  EXPECT_EQ(prefetches(transform(Precision::f32, {8, 8, 8, 8})), 0);
}

TEST(SimdPrefetch, NotOfShorterOrLongerTransformsNorOfAPage) {
  EXPECT_EQ(prefetches(transform(Precision::f64, {8, 2, 8})), 0);
  EXPECT_EQ(prefetches(transform(Precision::f64, {8, 4, 8})), 0);
  EXPECT_EQ(prefetches(transform(Precision::f64, {8, 8, 8, 16})), 0);
}

}  // namespace
}  // namespace papilio::kernel
