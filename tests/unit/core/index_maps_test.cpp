// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/index_maps.hpp"

#include <gtest/gtest.h>

#include <set>

namespace papilio {
namespace {

TEST(Spread, MovesBlocksApart) {
  for (std::int64_t q = 0; q < 5; ++q) {
    for (std::int64_t p = 0; p < 7; ++p) {
      EXPECT_EQ(spread(q + 5 * p, 5, 4), q + 5 * 4 * p);
      EXPECT_EQ(spread(q + 5 * p, p, 5, 4), q + 5 * 4 * p);
    }
  }
}

TEST(ReversedDigits, TurnsColumnsIntoRows) {
  // k1 + 4*(k2 + 6*k3) of k = 3, 5, 2
  EXPECT_EQ(reversed_digits<std::int64_t>(3 + 4 * (5 + 6 * 2), {4, 6, 5}), (3 * 6 + 5) * 5 + 2);
}

TEST(ReversedDigits, IsUndoneByTheLengthsReversed) {
  std::set<std::int64_t> seen;
  for (std::int64_t v = 0; v < 120; ++v) {
    const std::int64_t reversed = reversed_digits(v, {4, 6, 5});
    EXPECT_EQ(reversed_digits(reversed, {5, 6, 4}), v);
    seen.insert(reversed);
  }
  EXPECT_EQ(seen.size(), 120U);
  EXPECT_EQ(*seen.rbegin(), 119);
}

TEST(ConjugateIndex, IsMinusKModuloN) {
  for (std::int64_t k = 0; k < 9; ++k) EXPECT_EQ((k + conjugate_index(k, 9)) % 9, 0);
  EXPECT_EQ(conjugate_index<std::int64_t>(0, 9), 0);
  EXPECT_EQ(conjugate_index<std::int64_t>(8, 9), 1);
}

TEST(Quotient, DividesLongAndShortNumbers) {
  constexpr std::int64_t large = (std::int64_t{1} << 40) + 12345;
  for (const std::int64_t a : {std::int64_t{0}, std::int64_t{77}, (std::int64_t{1} << 32) - 1, large}) {
    for (const std::int64_t b : {std::int64_t{1}, std::int64_t{6}, (std::int64_t{1} << 32) + 3, large}) {
      EXPECT_EQ(quotient(a, b), a / b);
      EXPECT_EQ(modulo(a, b), a % b);
    }
  }
}

}  // namespace
}  // namespace papilio
