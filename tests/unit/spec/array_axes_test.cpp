// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/array_axes.hpp"

#include <gtest/gtest.h>

namespace papilio {
namespace {

TEST(LaterAxes, AreThoseBehindTheOneOfAStage) {
  const std::vector<std::int64_t> lengths = {4, 6, 5};
  EXPECT_EQ(later_axes(lengths, 1), 30);
  EXPECT_EQ(later_axes(lengths, 2), 30);
  EXPECT_EQ(later_axes(lengths, 4), 5);
  EXPECT_EQ(later_axes(lengths, 12), 5);
  EXPECT_EQ(later_axes(lengths, 24), 1);
}

TEST(LaterAxes, AreNoneWhereThereIsOneAxis) {
  EXPECT_EQ(later_axes({}, 1), 1);
  EXPECT_EQ(later_axes({}, 64), 1);
}

TEST(EarlierAxes, AreThoseInFrontOfTheOneOfAStage) {
  const std::vector<std::int64_t> lengths = {4, 6, 5};
  EXPECT_EQ(earlier_axes(lengths, 1), 1);
  EXPECT_EQ(earlier_axes(lengths, 2), 1);
  EXPECT_EQ(earlier_axes(lengths, 4), 4);
  EXPECT_EQ(earlier_axes(lengths, 12), 4);
  EXPECT_EQ(earlier_axes(lengths, 24), 24);
  EXPECT_EQ(earlier_axes({}, 64), 1);
}

TEST(ResultRun, IsWhatTheLastRadixLeavesOfTheLastAxis) {
  KernelSpec spec;
  spec.length = 1024;
  spec.radices = {8, 4, 8, 4};
  EXPECT_EQ(result_run(spec), 256);
  spec.axis_lengths = {32, 32};
  EXPECT_EQ(result_run(spec), 8);
  EXPECT_EQ(butterfly_digits(spec), (std::vector<std::int64_t>{8, 32}));
}

TEST(RealImages, HaveOneNumberMoreARow) {
  KernelSpec spec;
  spec.length = 512;
  spec.axis_lengths = {32, 16};
  EXPECT_FALSE(is_real_plane(spec));
  EXPECT_TRUE(orders_results(spec));
  spec.in.form = Form::pairs;
  spec.out.form = Form::half;
  EXPECT_TRUE(is_real_plane(spec));
  EXPECT_FALSE(orders_results(spec));
  EXPECT_EQ(half_numbers(spec), 32 * 17);
  spec.axis_lengths.clear();
  EXPECT_FALSE(is_real_plane(spec));
  EXPECT_EQ(half_numbers(spec), 513);
}

TEST(RadicesSplitAxes, OneAxisAfterTheOther) {
  KernelSpec spec;
  spec.axis_lengths = {6, 8};
  spec.radices = {6, 4, 2};
  EXPECT_TRUE(radices_split_axes(spec));
  spec.radices = {4, 6, 2};
  EXPECT_FALSE(radices_split_axes(spec));
  spec.radices = {6, 4};
  EXPECT_FALSE(radices_split_axes(spec));
  spec.radices = {6, 4, 2, 2};
  EXPECT_FALSE(radices_split_axes(spec));
}

}  // namespace
}  // namespace papilio
