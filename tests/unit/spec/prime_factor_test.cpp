// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "spec/prime_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <functional>
#include <numeric>
#include <vector>

#include "core/roots.hpp"

namespace papilio {
namespace {

using Number = std::complex<long double>;

TEST(Factors, AreThoseOfButterfliesThenThoseOfPrimes) {
  const std::vector<Factor> factors = factors_of(8 * 37 * 41, {4, 2, 6, 6, 4, 10});
  ASSERT_EQ(factors.size(), 4U);
  EXPECT_EQ(factors[0].length, 4);
  EXPECT_EQ(factors[0].later, 2 * 37 * 41);
  EXPECT_EQ(factors[0].rest, 1) << "its twiddles are its own";
  EXPECT_EQ(factors[1].length, 2);
  EXPECT_FALSE(factors[1].convolves());
  EXPECT_EQ(factors[2].length, 37);
  EXPECT_TRUE(factors[2].convolves());
  EXPECT_EQ(factors[2].later, 41);
  EXPECT_EQ(factors[2].rest, 1) << "coprime to 41";
  EXPECT_EQ(factors[3].radices, (std::vector<int>{4, 10}));
}

TEST(Factors, OfAPrimeAloneBeginWithOne) {
  const std::vector<Factor> factors = factors_of(61, {6, 10});
  ASSERT_EQ(factors.size(), 2U);
  EXPECT_EQ(factors.front().length, 1);
  EXPECT_EQ(factors.front().later, 61);
}

TEST(Factors, ThatAreAlikeHaveTwiddlesBetweenThem) {
  const std::vector<Factor> factors = factors_of(61 * 61, {6, 10, 15, 4});
  ASSERT_EQ(factors.size(), 3U);
  EXPECT_EQ(factors[1].rest, 61);
  EXPECT_EQ(factors[2].rest, 1);
}

TEST(Factors, DoNotComeFromOtherRadices) {
  EXPECT_TRUE(factors_of(74, {2, 6, 5}).empty());
  EXPECT_TRUE(factors_of(74, {2, 6, 6, 2}).empty());
  EXPECT_TRUE(factors_of(74, {6, 6}).empty());
  EXPECT_TRUE(factors_of(74, {3, 6, 6}).empty());
  EXPECT_TRUE(factors_of(64, {8, 8}).empty()) << "no large prime";
  EXPECT_TRUE(factors_of(37, {36}).empty()) << "a convolution has two stages";
  EXPECT_TRUE(factors_of(83, {2, 41}).empty()) << "no butterfly of 41";
  EXPECT_TRUE(factors_of(74, {2, 0, 6}).empty());
}

/// The DFT along one axis of an array, with the axis's order of indices.
void transform_axis(std::vector<Number>& x, const std::vector<std::int64_t>& lengths, std::size_t axis) {
  const std::int64_t n = lengths[axis];
  const std::int64_t stride = std::accumulate(lengths.begin() + static_cast<std::ptrdiff_t>(axis) + 1, lengths.end(),
                                              std::int64_t{1}, std::multiplies<>());
  const std::vector<std::int32_t> before = input_slots({n});
  const std::vector<std::int32_t> after = result_slots({n});
  const BasicRoots<long double> roots(n);
  for (std::int64_t line = 0; line < static_cast<std::int64_t>(x.size()) / n; ++line) {
    const std::int64_t begin = line / stride * stride * n + line % stride;
    std::vector<Number> own(n);
    for (std::int64_t k = 0; k < n; ++k) {
      for (std::int64_t j = 0; j < n; ++j) own[after[k]] += x[begin + stride * before[j]] * roots(j * k % n);
    }
    for (std::int64_t slot = 0; slot < n; ++slot) x[begin + stride * slot] = own[slot];
  }
}

// With the tables of indices and twiddles, the axis-by-axis DFT of an array equals the 1-D DFT of its points.
TEST(FactorPlaces, MakeAxesATransform) {
  for (const std::vector<std::int64_t>& lengths :
       std::vector<std::vector<std::int64_t>>{{37}, {4, 37}, {3, 4, 37}, {37, 41}, {37, 37}, {2, 37, 37}, {6, 4, 41}}) {
    const std::int64_t n = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{1}, std::multiplies<>());
    std::vector<Number> x(n);
    for (std::int64_t t = 0; t < n; ++t)
      x[t] = {static_cast<long double>((t * 7919) % 101) - 50, static_cast<long double>((t * 104729) % 97) - 48};
    const std::vector<std::int32_t> before = input_slots(lengths);
    const std::vector<std::int32_t> after = result_slots(lengths);
    std::vector<Number> tile(n);
    for (std::int64_t t = 0; t < n; ++t) tile[before[t]] = x[t];
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
      transform_axis(tile, lengths, axis);
      // Neighbouring axes of a group: butterflies, or one prime.
      std::vector<std::int64_t> group = {lengths[axis]};
      std::size_t end = axis + 1;
      const auto together = [](std::int64_t a, std::int64_t b) {
        return a == b || (!Factor::is_convolved(a) && !Factor::is_convolved(b));
      };
      while (end < lengths.size() && together(group.back(), lengths[end])) group.push_back(lengths[end++]);
      if (group.size() == 1) continue;
      const std::vector<std::int64_t> exponents = group_twiddles(group);
      const auto block = static_cast<std::int64_t>(exponents.size());
      const std::int64_t stride = std::accumulate(lengths.begin() + static_cast<std::ptrdiff_t>(end), lengths.end(),
                                                  std::int64_t{1}, std::multiplies<>());
      const BasicRoots<long double> roots(block);
      for (std::int64_t slot = 0; slot < n; ++slot) tile[slot] *= roots(exponents[slot / stride % block] % block);
    }
    const BasicRoots<long double> roots(n);
    for (std::int64_t k = 0; k < n; k += 1 + n / 50) {
      Number sum = 0;
      for (std::int64_t t = 0; t < n; ++t) sum += x[t] * roots(t * k % n);
      EXPECT_LT(std::abs(tile[after[k]] - sum), 1e-12L * static_cast<long double>(n)) << n << ", " << k;
    }
  }
}

}  // namespace
}  // namespace papilio
