// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/kernel_spec.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <papilio/error.hpp>
#include <regex>
#include <set>

#include "core/hash.hpp"

namespace papilio {
namespace {

KernelSpec example() {
  KernelSpec spec;
  spec.length = 4096;
  spec.radices = {16, 16, 16};
  spec.shape.threads = 256;
  return spec;
}

/// One change for every field.
std::vector<std::function<void(KernelSpec&)>> changes() {
  return {[](KernelSpec& s) { s.precision = Precision::f64; },
          [](KernelSpec& s) { s.direction = Direction::inverse; },
          [](KernelSpec& s) { s.algorithm = Algorithm::rader; },
          [](KernelSpec& s) { s.algorithm = Algorithm::bluestein; },
          [](KernelSpec& s) { s.length = 4095; },
          [](KernelSpec& s) { s.inner = 2; },
          [](KernelSpec& s) { s.outer = 2; },
          [](KernelSpec& s) {
            s.radices = {16, 16};
          },
          [](KernelSpec& s) {
            s.radices = {1, 6, 16, 16};
          },
          [](KernelSpec& s) { s.radices = {}; },
          [](KernelSpec& s) { s.load = LoadOp::chirp; },
          [](KernelSpec& s) { s.store = StoreOp::spectrum; },
          [](KernelSpec& s) { s.store = StoreOp::chirp; },
          [](KernelSpec& s) { s.chirp.length = 7; },
          [](KernelSpec& s) { s.chirp.direction = Direction::inverse; },
          [](KernelSpec& s) {
            s.in.hole = {2048, 4096};
          },
          [](KernelSpec& s) {
            s.out.hole = {2048, 4096};
          },
          [](KernelSpec& s) { s.in.holes_cut_pairs = true; },
          [](KernelSpec& s) { s.out.holes_cut_pairs = true; },
          [](KernelSpec& s) { s.filter.present = true; },
          [](KernelSpec& s) {
            s.filter.present = true;
            s.filter.distance = 5;
          },
          [](KernelSpec& s) { s.scale = 0.1; },
          [](KernelSpec& s) { s.scale = 0.1 + 0x1p-56; },
          [](KernelSpec& s) { s.scale = -1.0; },
          [](KernelSpec& s) { s.in_place = true; },
          [](KernelSpec& s) { s.in.ends = {{.window = {.kind = WindowFunction::hann, .taps = 8}, .length = 4096}}; },
          [](KernelSpec& s) {
            s.in.ends = {{.window = {.kind = WindowFunction::hann, .taps = 8}, .length = 4096, .slides = true}};
          },
          [](KernelSpec& s) { s.in.strides.interleaved_rows = 16; },
          [](KernelSpec& s) { s.out.strides.interleaved_rows = 16; },
          [](KernelSpec& s) { s.shape.strategy = Strategy::butterflies; },
          [](KernelSpec& s) { s.shape.strategy = Strategy::columns; },
          [](KernelSpec& s) { s.shape.lanes = 8; },
          [](KernelSpec& s) { s.shape.threads = 128; },
          [](KernelSpec& s) { s.shape.pad_by_stage = true; },
          [](KernelSpec& s) { s.shape.digit_reversed = true; },
          [](KernelSpec& s) { s.shape.preload_twiddles = true; },
          [](KernelSpec& s) { s.shape.pairs_in_f64 = true; },
          [](KernelSpec& s) { s.shape.tile = 4; },
          [](KernelSpec& s) { s.shape.exchange = ExchangeForm::interleaved; },
          [](KernelSpec& s) { s.shape.twiddles = Twiddles::products; },
          [](KernelSpec& s) { s.shape.twiddles = Twiddles::fused; }};
}

TEST(KernelSpec, NameShowsTheFieldsAndEndsInTheHashOfTheKey) {
  const KernelSpec spec = example();
  EXPECT_EQ(spec.name(),
            "papilio_f32_fwd_L4096_s1_m1_r16x16x16_cooperative_t256_" + hash_hex(spec.key()).substr(0, 16));
  KernelSpec cpu = spec;
  cpu.precision = Precision::f64;
  cpu.direction = Direction::inverse;
  cpu.algorithm = Algorithm::rader;
  cpu.length = 17;
  cpu.inner = 3;
  cpu.outer = 5;
  cpu.radices = {4, 4};
  cpu.shape = {Strategy::columns, 8, 1, 8};
  EXPECT_EQ(cpu.name(), "papilio_f64_inv_L17_s3_m5_rader_r4x4_columns_v8_" + hash_hex(cpu.key()).substr(0, 16));
}

TEST(KernelSpec, KeyIsFixed) {
  EXPECT_EQ(example().key(),
            "precision=f32 direction=fwd algorithm=stockham length=4096 inner=1 outer=1 radices=16x16x16 load=plain "
            "store=plain chirp_length=0 chirp_direction=fwd scale=0x1p+0 in_place=no strategy=cooperative lanes=1 "
            "threads=256 tile=1 pad=0 resident_groups=1 prefetch_distance=0 exchange=split staged=no");
}

TEST(KernelSpec, EveryFieldChangesKeyAndName) {
  std::set<std::string> keys{example().key()}, names{example().name()};
  for (const auto& change : changes()) {
    KernelSpec spec = example();
    change(spec);
    EXPECT_NE(spec, example());
    EXPECT_TRUE(keys.insert(spec.key()).second) << spec.key();
    EXPECT_TRUE(names.insert(spec.name()).second) << spec.name();
  }
}

TEST(KernelSpec, NamesAreIdentifiersOfGlslToo) {
  const std::regex identifier("papilio_[A-Za-z0-9_]+");
  for (const auto& change : changes()) {
    KernelSpec spec = example();
    change(spec);
    EXPECT_TRUE(std::regex_match(spec.name(), identifier)) << spec.name();
    EXPECT_EQ(spec.name().find("__"), std::string::npos) << spec.name();  // reserved in GLSL
  }
}

TEST(KernelSpec, EqualSpecsHaveEqualKeys) {
  KernelSpec positive = example(), negative = example();
  positive.scale = 0.0;
  negative.scale = -0.0;
  ASSERT_EQ(positive, negative);
  EXPECT_EQ(positive.key(), negative.key());
  EXPECT_EQ(positive.name(), negative.name());
}

TEST(KernelSpec, NumbersOfWindowsAreData) {
  const auto windowed = [](const std::vector<double>& numbers) {
    KernelSpec spec = example();
    spec.in.ends = {{.window = {.kind = WindowFunction::values, .values = numbers}, .length = 3}};
    return spec;
  };
  EXPECT_FALSE(windowed({1, 2, 3}) == windowed({1, 2, 4}));
  EXPECT_EQ(windowed({1, 2, 3}).key(), windowed({1, 2, 4}).key());
  KernelSpec named = example();
  named.in.ends = {{.window = {.kind = WindowFunction::hann}, .length = 3}};
  EXPECT_NE(windowed({1, 2, 3}).key(), named.key());
}

TEST(KernelSpec, WorkLengthIsTheProductOfTheRadices) {
  EXPECT_EQ(example().work_length(), 4096);
  EXPECT_EQ(KernelSpec{}.work_length(), 1);
  KernelSpec spec;
  spec.radices = std::vector<int>(40, 13);
  EXPECT_THROW((void)spec.work_length(), Error);
}

}  // namespace
}  // namespace papilio
