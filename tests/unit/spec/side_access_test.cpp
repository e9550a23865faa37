// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/side_access.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>

namespace papilio {
namespace {

/// A kernel of 64 points for CPUs, eight lanes, packed complex sides.
KernelSpec kernel_of_columns(std::int64_t inner, std::int64_t outer, std::int64_t interleaved) {
  KernelSpec spec;
  spec.length = 64;
  spec.inner = inner;
  spec.outer = outer;
  spec.interleaved = interleaved;
  spec.radices = {8, 8};
  spec.shape.strategy = Strategy::columns;
  spec.shape.lanes = spec.shape.tile = 8;
  return spec;
}

TEST(SideAccess, ColumnsThatAreNeighboursAreVectors) {
  const KernelSpec spec = kernel_of_columns(16, 1, 16);
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::vectors);
  EXPECT_EQ(side_access(spec, spec.out), SideAccess::vectors);
  EXPECT_EQ(scratch_arrays(spec), 1);
}

TEST(SideAccess, ColumnsThatAreNoMultipleOfTheLanesAreVectorsInAllTilesButTheLast) {
  const KernelSpec spec = kernel_of_columns(21, 1, 21);
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::in_tiles);
  EXPECT_EQ(side_access(spec, spec.out), SideAccess::in_tiles);
  EXPECT_EQ(scratch_arrays(spec), 2);
  const KernelSpec few = kernel_of_columns(5, 1, 5);
  EXPECT_EQ(side_access(few, few.in), SideAccess::one_by_one);
}

TEST(SideAccess, WholeTransformsAcrossLanesAreBlocksInSinglePrecision) {
  KernelSpec spec = kernel_of_columns(1, 1, 1);
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::in_blocks);
  EXPECT_EQ(side_access(spec, spec.out), SideAccess::in_blocks);
  spec.precision = Precision::f64;
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::elements);
  spec.radices = {64};  // too much code for elements within the butterfly
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::one_by_one);
}

TEST(SideAccess, TheFirstPassStoresItsColumnsInBlocks) {
  const KernelSpec spec = kernel_of_columns(1, 64, 1);
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::vectors);
  EXPECT_EQ(side_access(spec, spec.out), SideAccess::in_blocks);
}

TEST(SideAccess, ChirpsOfNeighbouringColumns) {
  KernelSpec spec = kernel_of_columns(1, 64, 1);
  spec.load = LoadOp::chirp;
  spec.chirp.length = 2000;
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::chirped);
  spec.filter.present = true;
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::one_by_one);
}

TEST(SideAccess, AlongButterfliesOnlyPackedNumbersAreVectors) {
  KernelSpec spec = kernel_of_columns(1, 1, 1);
  spec.shape.strategy = Strategy::butterflies;
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::vectors);
  spec.in.form = Form::real;
  EXPECT_EQ(side_access(spec, spec.in), SideAccess::one_by_one);
  EXPECT_EQ(side_access(spec, spec.out), SideAccess::vectors);
}

TEST(SideAccess, IsOfASideOfTheSameSpec) {
  const KernelSpec spec = kernel_of_columns(16, 1, 16);
  const KernelSpec other = spec;
  EXPECT_THROW((void)side_access(spec, other.in), Error);
}

}  // namespace
}  // namespace papilio
