// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/exchange.hpp"

#include <gtest/gtest.h>

#include "spec/bank_conflicts.hpp"

namespace papilio {
namespace {

/// An inner batch of 64 transforms of 256 points, in tiles of 16 columns.
KernelSpec stack(const Strides& in, const Strides& out) {
  KernelSpec spec;
  spec.length = 256;
  spec.interleaved = spec.inner = 64;
  spec.radices = {16, 16};
  spec.shape.tile = 16;
  spec.in.strides = in;
  spec.out.strides = out;
  return spec;
}

constexpr Strides rows = {1, 256};
constexpr Strides columns = {64, 1};

// Neighbouring work-items of the first stage read runs of the input; those of the last stage write runs of the output.
TEST(Exchange, NeighboursFollowTheStridesOfEachSide) {
  EXPECT_EQ(Exchange(stack({}, {})).run(0, 16), 1);
  EXPECT_EQ(Exchange(stack({}, {})).run(1, 16), 1);
  EXPECT_EQ(Exchange(stack(columns, rows)).run(0, 16), 1);
  EXPECT_EQ(Exchange(stack(columns, rows)).run(1, 16), 16);
  EXPECT_EQ(Exchange(stack(rows, columns)).run(0, 16), 16);
  EXPECT_EQ(Exchange(stack(rows, columns)).run(1, 16), 1);
}

TEST(Exchange, ElementsOfAPassAreNotRowsOfItsTransform) {
  KernelSpec spec = stack(rows, columns);
  spec.outer = 4;
  EXPECT_FALSE(in_rows(spec, spec.in));
  spec.outer = 1;
  EXPECT_TRUE(in_rows(spec, spec.in));
  EXPECT_FALSE(in_rows(spec, spec.out));
  spec.in.strides = {1, 0};  // all columns read the same input
  EXPECT_FALSE(in_rows(spec, spec.in));
}

// A padding of one element per radix times tile puts the results of neighbouring butterflies into different banks.
TEST(Exchange, TransposingNeedsAPaddingOfItsOwn) {
  KernelSpec spec = stack(rows, columns);
  spec.shape.threads = 256;
  spec.shape.exchange = ExchangeForm::interleaved;
  spec.shape.pad = 16;
  const double dense = bank_conflicts(spec);
  spec.shape.pad = 256;
  EXPECT_GT(dense, 2 * bank_conflicts(spec));
}

}  // namespace
}  // namespace papilio
