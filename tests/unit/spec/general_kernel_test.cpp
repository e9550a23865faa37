// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/general_kernel.hpp"

#include <gtest/gtest.h>

namespace papilio {
namespace {

using Radices = std::vector<int>;

KernelSpec general(std::int64_t length) {
  KernelSpec spec;
  spec.precision = Precision::f64;
  spec.algorithm = Algorithm::general;
  spec.length = length;
  spec.radices = general_radices(length);
  spec.shape.strategy = Strategy::butterflies;
  spec.shape.lanes = 4;
  return spec;
}

TEST(GeneralRadices, AreEightsThenFoursThenOddPrimesThenTwo) {
  EXPECT_EQ(general_radices(1), Radices());
  EXPECT_EQ(general_radices(2), Radices({2}));
  EXPECT_EQ(general_radices(2 * 3 * 61), Radices({3, 61, 2}));
  EXPECT_EQ(general_radices(2 * 3 * 4 * 61), Radices({8, 3, 61}));
  EXPECT_EQ(general_radices(16), Radices({4, 4}));
  EXPECT_EQ(general_radices(128), Radices({8, 4, 4}));
  EXPECT_EQ(general_radices(2048), Radices({8, 8, 8, 4}));
  EXPECT_EQ(general_radices(4096), Radices({8, 8, 8, 8}));
  EXPECT_EQ(general_radices(67), Radices()) << "a convolution";
}

TEST(GeneralRadices, AreNoMoreThanTheTableHolds) {
  for (std::int64_t n = 1; n <= max_general_work; ++n)
    ASSERT_LE(std::ssize(general_radices(n)), max_general_stages) << n;
}

TEST(GeneralPoints, AreHalfOfEvenRealTransforms) {
  const auto points = [](Form in, Form out, std::int64_t length, Range zeros = {}) {
    KernelSpec spec = general(length);
    spec.in.form = in;
    spec.out.form = out;
    spec.in.hole = zeros;
    return general_points(spec);
  };
  EXPECT_EQ(points(Form::real, Form::half, 64), 32);
  EXPECT_EQ(points(Form::half, Form::real, 64), 32);
  EXPECT_EQ(points(Form::real, Form::half, 64, {62, 64}), 32);
  EXPECT_EQ(points(Form::complex, Form::complex, 64), 64);
  EXPECT_EQ(points(Form::real, Form::half, 63), 63);
  EXPECT_EQ(points(Form::real, Form::half, 64, {61, 64}), 64) << "a pair is half of zeros";
  EXPECT_EQ(points(Form::real, Form::half, 16), 8) << "4 vectors of 4 lanes";
  EXPECT_EQ(points(Form::real, Form::half, 14), 14) << "less than 4 vectors";
}

TEST(GeneralMemory, FitsTheCacheOfACore) {
  EXPECT_LE(2 * general_memory(4).plane * 8, 256 << 10);
  EXPECT_LE(2 * general_memory(8).plane * 8, 256 << 10);
  EXPECT_LE(2 * general_memory(16).plane * 4, 256 << 10);
}

TEST(GeneralProgramSpec, ForgetsTheTransform) {
  KernelSpec other = general(35);
  other.direction = Direction::inverse;
  other.scale = 0.5;
  other.in.strides.element = 3;
  other.out.form = Form::real;
  other.loops.push_back({.count = 2, .in = 70, .out = 80});
  EXPECT_EQ(general_program(general(64)), general_program(other));
  EXPECT_EQ(general_program(general_program(other)), general_program(other));
  other.in.storage = Storage::f32;
  EXPECT_NE(general_program(general(64)), general_program(other));
  other = general(35);
  other.shape.lanes = 8;
  EXPECT_NE(general_program(general(64)), general_program(other));
}

TEST(FitsGeneral, WhatTheTablesExpress) {
  EXPECT_TRUE(fits_general(general(64)));
  const auto refuses = [](auto change) {
    KernelSpec spec = general(64);
    change(spec);
    return !fits_general(spec);
  };
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.in.callback = "text"; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.in.layout = ComplexLayout::planar; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.out.form = Form::trig; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.out.sums = Sums::real; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.in.hole = {3, 60}; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.out.hole = {60, 64}; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.filter.present = true; }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.loops.resize(2); }));
  EXPECT_TRUE(refuses([](KernelSpec& spec) { spec.in.strides.element = std::int64_t{1} << 40; }));
  EXPECT_FALSE(refuses([](KernelSpec& spec) { spec.in.hole = {60, 64}; })) << "zeros at the end";
}

}  // namespace
}  // namespace papilio
