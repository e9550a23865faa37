// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transposes and copies in the IR's interpreter, and row FFTs that write pixels of two numbers.
#include "lab/experiments/transpose_kernel.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <complex>
#include <papilio/error.hpp>

#include "core/error_bound.hpp"
#include "core/roots.hpp"
#include "ir/verify.hpp"
#include "lab/experiments/pass_kernel.hpp"
#include "lab/experiments/twiddles.hpp"
#include "support/error_of.hpp"
#include "support/interpreter.hpp"
#include "support/ptx_comparison.hpp"

namespace papilio::experiments {
namespace {

std::vector<float> run(const ir::Module& module, std::int64_t groups, std::vector<float> in,
                       std::vector<std::byte> table = {}) {
  EXPECT_THAT(ir::verify(module), testing::IsEmpty());
  std::vector<float> out(in.size(), std::nanf(""));
  const auto numbers = static_cast<std::int64_t>(in.size());
  std::vector<ir::Binding> buffers = {{reinterpret_cast<std::byte*>(in.data()), numbers},
                                      {reinterpret_cast<std::byte*>(out.data()), numbers}};
  if (!table.empty()) buffers.push_back({table.data(), static_cast<std::int64_t>(table.size() / 4)});
  const std::int64_t scalars[] = {1};
  EXPECT_THAT(test::run_as_ptx_too(module, buffers, scalars, groups), testing::IsEmpty());
  EXPECT_THAT(ir::interpret(module, buffers, scalars, 0, groups).faults, testing::IsEmpty());
  return out;
}

std::vector<float> counted(std::int64_t numbers) {
  std::vector<float> values(static_cast<std::size_t>(2 * numbers));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return values;
}

TEST(TransposeKernel, EverySizeTileAndNumberOfWorkItems) {
  struct Case {
    std::int64_t rows, columns;
    int tile, threads;
    bool blocks;
  };
  for (const Case& test : std::vector<Case>{{16, 16, 16, 0, true},
                                            {8, 20, 4, 0, true},
                                            {10, 6, 8, 4, true},
                                            {2, 2, 2, 0, true},
                                            {7, 9, 4, 0, false},
                                            {6, 5, 16, 3, false},
                                            {1, 13, 1, 0, false}}) {
    const Transpose transpose = completed(
        {.rows = test.rows, .columns = test.columns, .tile = test.tile, .threads = test.threads}, gpu_preset());
    EXPECT_EQ(transpose.blocks, test.blocks);
    const std::vector<float> in = counted(test.rows * test.columns);
    const std::vector<float> out = run(build_transpose(transpose, "test"), groups_of(transpose), in);
    for (std::int64_t r = 0; r < test.rows; ++r) {
      for (std::int64_t c = 0; c < test.columns; ++c) {
        for (std::int64_t part = 0; part < 2; ++part) {
          ASSERT_EQ(out[static_cast<std::size_t>(2 * (c * test.rows + r) + part)],
                    in[static_cast<std::size_t>(2 * (r * test.columns + c) + part)])
              << test.rows << "x" << test.columns << " at " << r << ", " << c;
        }
      }
    }
  }
}

TEST(TransposeKernel, WhatCannotBeSaysWhy) {
  const auto why = [](const Transpose& transpose) -> std::string {
    return test::message_of([&] { completed(transpose, gpu_preset()); });
  };
  EXPECT_THAT(why({.rows = 8, .columns = 8, .tile = 3}), testing::HasSubstr("blocks of 2x2"));
  EXPECT_EQ(why({.rows = 9, .columns = 8, .tile = 3}), "");
  EXPECT_THAT(why({.rows = 8, .columns = 8, .tile = 4, .threads = 5}), testing::HasSubstr("it has 4 blocks"));
  EXPECT_THAT(why({.rows = 8, .columns = 8, .tile = 64, .threads = 512}), testing::HasSubstr("at most 256"));
}

TEST(CopyKernel, CopiesAll) {
  for (const std::int64_t numbers : {2, 14, 128}) {
    const MatrixCopy copy{numbers, 4};
    EXPECT_EQ(run(build_copy(copy, "test"), groups_of(copy), counted(numbers)), counted(numbers));
  }
}

std::vector<float> paired_fft(const TransformChoices& choices, const std::vector<float>& in) {
  std::vector<float> values = in;
  const std::vector<std::byte> table = make_table(choices.twiddles, choices.n, choices.precision);
  for (const StudyPass& pass : passes_of(choices, gpu_preset())) {
    EXPECT_EQ(pass.paired, pass.outer == 1);
    values = run(build_pass(choices, pass, "test"), groups_of(choices, pass), values,
                 reads_table(choices, pass) ? table : std::vector<std::byte>());
  }
  return values;
}

TEST(PairedRows, AreTheDft) {
  for (const auto& passes :
       std::vector<std::vector<std::vector<int>>>{{{8, 4}}, {{4, 4, 4}}, {{2, 5}}, {{2, 2, 3}}, {{4, 4}, {2, 4}}}) {
    for (const ExchangeMemory exchange : {ExchangeMemory::local, ExchangeMemory::global}) {
      TransformChoices choices;
      choices.passes = passes;
      choices.n = 1;
      for (const auto& pass : passes) {
        for (const int radix : pass) choices.n *= radix;
      }
      choices.batch = 2;
      choices.exchange = exchange;
      choices.out_pixel = 4;
      std::vector<float> in = counted(choices.n * choices.batch);
      for (float& value : in) value = std::sin(1.0F + 1.7F * value);
      const std::vector<float> out = paired_fft(choices, in);
      const auto n = static_cast<std::size_t>(choices.n);
      double difference = 0;
      double norm = 0;
      for (std::size_t first = 0; first < 2 * n; first += n) {
        std::vector<std::complex<double>> x;
        for (std::size_t i = first; i < first + n; ++i) x.emplace_back(in[2 * i], in[2 * i + 1]);
        x = host_fft<double>(x, Direction::forward);
        for (std::size_t i = 0; i < n; ++i) {
          difference += std::norm(std::complex<double>(out[2 * (first + i)], out[2 * (first + i) + 1]) - x[i]);
          norm += std::norm(x[i]);
        }
      }
      EXPECT_LT(std::sqrt(difference / norm), error_bound(choices.n, Precision::f32)) << choices.n;
    }
  }
}

TEST(PairedRows, NeedNeighbours) {
  TransformChoices choices;
  choices.n = 15;
  choices.passes = {{3, 5}};
  choices.out_pixel = 4;
  EXPECT_THROW(passes_of(choices, gpu_preset()), Error);
  choices.n = 16;
  choices.passes = {{16}};
  EXPECT_THROW(passes_of(choices, gpu_preset()), Error);
  choices.twiddles = TwiddleSource::recurrence;
  choices.exchange = ExchangeMemory::global;
  choices.passes = {{4, 4}};
  EXPECT_THROW(passes_of(choices, gpu_preset()), Error);
}

}  // namespace
}  // namespace papilio::experiments
