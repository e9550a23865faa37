// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/row_vectors.hpp"

#include <gtest/gtest.h>

#include <set>

namespace papilio::kernel {
namespace {

RowVectors row(std::int64_t reals, bool half, bool cyclic) {
  RowVectors result;
  result.reals = reals;
  result.lanes = 16;
  result.half = half;
  result.whole = (half ? reals - 1 : reals) / result.lanes;
  result.late = result.whole * result.lanes < reals;
  result.cyclic = cyclic && result.rounds() > 0;
  return result;
}

/// The weight of each number that the kernel's accesses to the table give.
std::vector<double> effective(const RowVectors& row, const std::vector<double>& table) {
  std::vector<double> result(static_cast<std::size_t>(row.reals));
  for (std::int64_t i = 0; i < row.whole * row.lanes; ++i) {
    const std::int64_t step = RowVectors::round * row.lanes;
    const bool in_rounds = i >= row.rounds_begin() && i < row.rounds_end();
    double& weight = result[static_cast<std::size_t>(i)];
    if (row.cyclic && in_rounds) {
      const std::int64_t offset = i - row.rounds_begin();
      weight = table[static_cast<std::size_t>(row.rounds_begin() + offset % step)] *
               table[static_cast<std::size_t>(row.weights() + offset / step)];
    } else {
      weight = table[static_cast<std::size_t>(i >= row.rounds_end() ? i - row.omitted() : i)];
    }
  }
  for (std::int64_t i = 0; row.late && i < row.lanes; ++i)
    result[static_cast<std::size_t>(row.late_begin() + i)] +=
        table[static_cast<std::size_t>(row.reals - row.omitted() + i)];
  return result;
}

std::vector<double> numbers(std::int64_t count) {
  std::vector<double> result;
  for (std::int64_t i = 0; i < count; ++i) result.push_back(0.5 + 0x1p-20 * static_cast<double>(i));
  return result;
}

TEST(RowVectors, GiveEachNumberItsWeightOnce) {
  for (const bool half : {false, true}) {
    for (const bool cyclic : {false, true}) {
      for (const std::int64_t reals : {16, 18, 128, 200, 274, 272, 512, 1026, 2000}) {
        SCOPED_TRACE(testing::Message() << reals << (half ? " half" : "") << (cyclic ? " cyclic" : ""));
        const RowVectors vectors = row(reals, half, cyclic);
        std::vector<double> weights = numbers(reals);
        if (vectors.cyclic) make_cyclic(vectors, weights);
        const std::vector<double> table = row_table(vectors, {weights}, std::vector<double>(weights.size(), 1));
        EXPECT_EQ(std::ssize(table), vectors.weights() + vectors.multiples() + vectors.factors());
        EXPECT_EQ(effective(vectors, table), weights);
      }
    }
  }
}

// An error in one number weighs at least half of it, and exchanged numbers change the functional.
TEST(RowVectors, CyclicWeightsAreNotSmallAndDiffer) {
  const RowVectors vectors = row(4096, false, true);
  std::vector<double> weights = numbers(4096);
  make_cyclic(vectors, weights);
  for (const double weight : weights) EXPECT_GE(std::abs(weight), 0.5);
  EXPECT_EQ(std::set<double>(weights.begin(), weights.end()).size(), weights.size());
}

TEST(RowVectors, OfEachForm) {
  KernelSpec spec;
  spec.length = 64;
  EXPECT_EQ(row_vectors(spec, spec.in).reals, 128);
  spec.in.form = Form::pairs;
  spec.out.form = Form::half;
  EXPECT_EQ(row_vectors(spec, spec.in).reals, 128);
  EXPECT_EQ(row_vectors(spec, spec.out).reals, 130);
  EXPECT_TRUE(row_vectors(spec, spec.out).late);
  spec.length = 63;
  spec.in.form = Form::real;
  EXPECT_EQ(row_vectors(spec, spec.in).reals, 63);
  EXPECT_EQ(row_vectors(spec, spec.out).reals, 64);
  spec.precision = Precision::f64;
  EXPECT_EQ(row_vectors(spec, spec.out).lanes, 8);
}

}  // namespace
}  // namespace papilio::kernel
