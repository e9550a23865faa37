// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/roots.hpp"
#include "kernel/tables/stages.hpp"

namespace papilio::kernel {
namespace {

template <typename Number>
std::vector<Number> numbers_of(const TableSpec& spec) {
  const std::vector<std::byte> bytes = make_table(spec);
  EXPECT_EQ(bytes.size(), static_cast<std::size_t>(spec.elements()) * sizeof(Number));
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

/// The error of a number in units of half of its last place: one rounding gives at most 1.
template <typename Number>
long double roundings(Number number, long double exact) {
  const Number next = std::nextafter(std::abs(number), Number{2});
  return 2 * std::abs(number - exact) / static_cast<long double>(next - std::abs(number));
}

TableSpec two_level(Precision precision, std::int64_t n, int shift) {
  TableSpec spec;
  spec.kind = TableKind::two_level;
  spec.precision = precision;
  spec.n = n;
  spec.shift = shift;
  return spec;
}

template <typename Number>
long double worst_of_two_levels(Precision precision) {
  long double worst = 0;
  for (const std::int64_t n : {1000, 4096, 30030, 1 << 20, 1 << 27}) {
    constexpr int shift = 9;
    const std::vector<Number> table = numbers_of<Number>(two_level(precision, n, shift));
    const std::int64_t fine = std::int64_t{1} << shift;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(table.size()) / 2; i += i < fine ? 1 : 37) {
      const LongComplex exact = root_of_unity(i < fine ? i : (i - fine) << shift, n);
      worst = std::max(worst, roundings(table[2 * i], exact.real()));
      worst = std::max(worst, roundings(table[2 * i + 1], exact.imag()));
    }
  }
  return worst;
}

// Errors besides the one rounding: f32 2^-51 relative to at most 2^-25, f64 2^-62 relative to at most 2^-54. Small
// sines are as accurate as large ones.
TEST(Tables, OfSingleRootsAreRoundedOnce) {
  EXPECT_LE(worst_of_two_levels<float>(Precision::f32), 1 + 0x1p-10L);
  EXPECT_LE(worst_of_two_levels<double>(Precision::f64), 1 + 0x1p-4L);
}

TEST(Tables, OfSpectraAreThatOfLongDouble) {
  TableSpec spec;
  spec.kind = TableKind::rader_spectrum;
  spec.n = 8191;
  const std::vector<float> narrow = numbers_of<float>(spec);
  spec.precision = Precision::f64;
  const std::vector<double> wide = numbers_of<double>(spec);
  ASSERT_EQ(narrow.size(), wide.size());
  const double magnitude = 1 / std::sqrt(8191.0);  // of all elements but one
  for (std::size_t i = 0; i < wide.size(); ++i) ASSERT_NEAR(narrow[i], wide[i], 0x1p-24 * magnitude) << i;
}

/// The errors of cosine and sine, computed from the stored cosine and tangent of every factor.
template <typename Number>
long double worst_of_factors(Precision precision, StageLayout layout) {
  const std::vector<Stage> stages = make_stages({2, 4, 16, 8}, std::vector(4, layout), {});
  const std::vector<Number> table = numbers_of<Number>(stage_table(stages, precision, {}));
  long double worst = 0;
  int seen = 0;
  for (const Stage& stage : stages) {
    const int together = stage.factors_together(precision);
    for (int n = 2; n <= stage.radix && stage.rows() > 1; n *= 2) {
      for (int k = 0; k < std::max(1, n / 4); ++k) {
        for (std::int64_t row = 0; row < stage.rows(); ++row) {
          const int i = n / 4 + k;
          const std::int64_t at =
              stage.table_offset + 2 * (i / together * together * stage.rows() + row * together + i % together);
          const LongComplex exact = root_of_unity(row + k * stage.rows(), n * stage.rows());
          const long double cosine = table[at];
          worst = std::max({worst, std::abs(cosine - exact.real()), std::abs(cosine * table[at + 1] - exact.imag())});
          EXPECT_TRUE(std::isfinite(table[at + 1]));
          ++seen;
        }
      }
    }
  }
  EXPECT_GT(seen, 500);
  return worst;
}

TEST(Tables, OfFusedStagesAreCosinesAndTangents) {
  for (const StageLayout layout : {StageLayout::fused_inputs, StageLayout::fused_results}) {
    EXPECT_LE(worst_of_factors<float>(Precision::f32, layout), 0x1p-24L);
    EXPECT_LE(worst_of_factors<double>(Precision::f64, layout), 0x1p-53L);
  }
}

}  // namespace
}  // namespace papilio::kernel
