// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/pairing.hpp"

#include <gtest/gtest.h>

namespace papilio {
namespace {

KernelSpec spec_of(Form in, Form out, std::vector<int> radices, int threads) {
  KernelSpec spec;
  spec.radices = std::move(radices);
  spec.length = spec.work_length();
  spec.in.form = in;
  spec.out.form = out;
  spec.shape.threads = threads;
  return spec;
}

KernelSpec trig(Kind kind, std::vector<int> radices, int threads) {
  KernelSpec spec = spec_of(Form::trig, Form::trig, std::move(radices), threads);
  spec.trig.kind = kind;
  spec.trig.extent = 2 * spec.length;
  return spec;
}

TEST(Pairing, IsOfTheStageBesideTheHalfSpectrum) {
  const KernelSpec forward = spec_of(Form::pairs, Form::half, {8, 8, 8}, 32);
  EXPECT_EQ(pairing_of(forward, 0), Pairing::none);
  EXPECT_EQ(pairing_of(forward, 1), Pairing::none);
  EXPECT_EQ(pairing_of(forward, 2), Pairing::conjugates);
  EXPECT_TRUE(processes_in_registers(forward));
  const KernelSpec backward = spec_of(Form::half, Form::pairs, {8, 8, 8}, 32);
  EXPECT_EQ(pairing_of(backward, 0), Pairing::conjugates);
  EXPECT_EQ(pairing_of(backward, 2), Pairing::none);
}

TEST(Pairing, TakesTheSignalsOfCosineTransformsFourByFour) {
  const KernelSpec second = trig(Kind::dct2, {4, 16}, 2);
  EXPECT_EQ(pairing_of(second, 0), Pairing::quads);
  EXPECT_EQ(pairing_of(second, 1), Pairing::conjugates);
  const KernelSpec third = trig(Kind::dst3, {4, 16}, 2);
  EXPECT_EQ(pairing_of(third, 0), Pairing::conjugates);
  EXPECT_EQ(pairing_of(third, 1), Pairing::quads);
}

// Conjugate-paired columns, where a butterfly covers a whole column.
TEST(Pairing, OfImagesThatAreReadAsHalfSpectra) {
  KernelSpec image = spec_of(Form::half, Form::pairs, {8, 16, 8}, 64);
  image.axis_lengths = {8, 128};
  EXPECT_EQ(pairing_of(image, 0), Pairing::conjugates);
  EXPECT_EQ(pairing_of(image, 2), Pairing::none);
  image.outer = 32;  // slabs
  EXPECT_EQ(pairing_of(image, 0), Pairing::conjugates);
  image.shape.threads = 128;
  EXPECT_EQ(pairing_of(image, 0), Pairing::none);
  KernelSpec rows = spec_of(Form::half, Form::pairs, {4, 2, 16, 8}, 64);
  rows.axis_lengths = {8, 128};
  EXPECT_EQ(pairing_of(rows, 0), Pairing::none);
  KernelSpec there = spec_of(Form::pairs, Form::half, {8, 16, 8}, 64);
  there.axis_lengths = {8, 128};
  EXPECT_EQ(pairing_of(there, 0), Pairing::none);
}

TEST(Pairing, KeepsAllWorkItemsBusy) {
  EXPECT_EQ(pairing_of(spec_of(Form::pairs, Form::half, {16, 16, 16}, 256), 2), Pairing::none);
  EXPECT_EQ(pairing_of(spec_of(Form::pairs, Form::half, {16, 16, 16}, 128), 2), Pairing::conjugates);
  KernelSpec two = spec_of(Form::pairs, Form::half, {16, 16, 16}, 256);
  two.shape.tile = 2;
  EXPECT_EQ(pairing_of(two, 2), Pairing::conjugates);
}

TEST(Pairing, NeedsAnEvenNumberOfButterflies) {
  EXPECT_EQ(pairing_of(spec_of(Form::pairs, Form::half, {3, 5}, 1), 1), Pairing::none);
  EXPECT_EQ(pairing_of(spec_of(Form::pairs, Form::half, {5, 8}, 1), 1), Pairing::none);
  EXPECT_EQ(pairing_of(spec_of(Form::pairs, Form::half, {8, 5}, 1), 1), Pairing::conjugates);
}

TEST(Pairing, IsNotForPassesNorForWhatDoesNotFold) {
  EXPECT_EQ(pairing_of(spec_of(Form::complex, Form::complex, {8, 8}, 1), 1), Pairing::none);
  EXPECT_EQ(pairing_of(trig(Kind::dct4, {8, 8}, 1), 0), Pairing::none);
  KernelSpec stack = spec_of(Form::pairs, Form::half, {8, 8}, 1);
  stack.interleaved = stack.inner = 4;
  EXPECT_EQ(pairing_of(stack, 1), Pairing::none);
}

TEST(Pairing, OfOneStageIsForStagedTransforms) {
  KernelSpec spec = spec_of(Form::pairs, Form::half, {16}, 32);
  spec.shape.tile = 32;
  EXPECT_FALSE(processes_in_registers(spec));
  spec.shape.staged = true;
  EXPECT_TRUE(processes_transforms(spec));
  EXPECT_TRUE(processes_in_registers(spec));
  EXPECT_EQ(staged_results(spec), 17);
  EXPECT_EQ(staged_results(trig(Kind::dct2, {16}, 32)), 16);
}

}  // namespace
}  // namespace papilio
