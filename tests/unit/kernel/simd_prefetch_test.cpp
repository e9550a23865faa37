// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which kernels for CPUs prefetch the next tile: passes over columns whose rows are apart, in small tiles, and whole
// transforms of some kilobytes; and which prefetch the lines of their output.
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

/// Hints for buffers with this access.
int prefetches(const ir::Block& block, ir::Access access) {
  int count = 0;
  for (const ir::Stmt& stmt : block) {
    const auto* hint = std::get_if<ir::Prefetch>(&stmt.node);
    count += hint != nullptr && hint->buffer->access == access ? 1 : 0;
    if (const auto* loop = std::get_if<ir::For>(&stmt.node)) count += prefetches(*loop->body, access);
  }
  return count;
}

int prefetches(const KernelSpec& spec) { return prefetches(build_simd_kernel(spec).body, ir::Access::read); }
int output_prefetches(const KernelSpec& spec) { return prefetches(build_simd_kernel(spec).body, ir::Access::write); }

// The loop of the last stage has 16 of 256 rows in each round.
TEST(SimdPrefetch, EveryRowOfASmallTile) { EXPECT_EQ(prefetches(pass(64, {16, 16})), 16); }

TEST(SimdPrefetch, BothLinesOfARow) {
  KernelSpec spec = pass(64, {8, 16});
  spec.precision = Precision::f64;
  EXPECT_EQ(prefetches(spec), 2 * 16);
}

TEST(SimdPrefetch, NotOfLargeTiles) {
  EXPECT_EQ(prefetches(pass(64, {8, 8, 16})), 16);
  EXPECT_EQ(prefetches(pass(64, {8, 16, 16})), 0);
}

KernelSpec transform(std::vector<int> radices, Strategy strategy = Strategy::butterflies) {
  KernelSpec spec;
  spec.radices = std::move(radices);
  for (const int radix : spec.radices) spec.length *= radix;
  spec.shape.strategy = strategy;
  spec.shape.lanes = 8;
  spec.shape.tile = strategy == Strategy::columns ? 8 : 1;
  return spec;
}

// The loop of the first stage reads eight vectors of a line each in each round.
TEST(SimdPrefetch, TransformsOf24VectorsTo64Kilobytes) {
  EXPECT_EQ(prefetches(transform({8, 16})), 0);
  EXPECT_EQ(prefetches(transform({8, 4, 6})), 8);
  EXPECT_EQ(prefetches(transform({8, 4, 16, 16})), 8);
  EXPECT_EQ(prefetches(transform({8, 8, 16, 16})), 0);
}

TEST(SimdPrefetch, BothLinesOfAVectorInDoublePrecision) {
  KernelSpec spec = transform({8, 4, 8});
  spec.precision = Precision::f64;
  EXPECT_EQ(prefetches(spec), 2 * 8);
}

TEST(SimdPrefetch, TransformsOfAllLanes) {
  EXPECT_EQ(prefetches(transform({10, 10}, Strategy::columns)), 10);
  EXPECT_EQ(prefetches(transform({8, 16, 16}, Strategy::columns)), 0);
}

TEST(SimdPrefetch, OutputsOfAFewKilobytesElsewhere) {
  EXPECT_EQ(output_prefetches(transform({8, 16})), 0);
  EXPECT_EQ(output_prefetches(transform({8, 8, 8})), 8);
  EXPECT_EQ(output_prefetches(transform({8, 16, 8})), 0);
  EXPECT_EQ(output_prefetches(transform({10, 10}, Strategy::columns)), 0);
  KernelSpec in_place = transform({8, 8, 8});
  in_place.in_place = true;
  EXPECT_EQ(output_prefetches(in_place), 0);
}

}  // namespace
}  // namespace papilio::kernel
