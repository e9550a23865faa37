// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "ir/interval.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace papilio::ir {
namespace {

std::vector<std::int64_t> members(const Interval& range) {
  std::vector<std::int64_t> values;
  for (std::int64_t v = range.low; v <= range.high; v += std::max<std::int64_t>(range.stride, 1)) values.push_back(v);
  return values;
}

bool contains(const Interval& range, std::int64_t value) {
  const std::int64_t stride = std::max<std::int64_t>(range.stride, 1);
  return value >= range.low && value <= range.high &&
         (range.low == Interval::lowest || (value - range.low) % stride == 0);
}

std::string text(const Interval& range) { return fmt::format("[{}, {}] step {}", range.low, range.high, range.stride); }

std::vector<Interval> small_intervals(std::int64_t lowest) {
  std::vector<Interval> all;
  for (std::int64_t low = lowest; low <= 9; low += 2) {
    all.push_back(single(low));
    for (const std::int64_t stride : {1, 2, 3, 4, 6}) {
      for (const std::int64_t steps : {1, 3, 4}) all.push_back(strided(low, low + steps * stride, stride));
    }
  }
  return all;
}

using Concrete = std::function<std::int64_t(std::int64_t, std::int64_t)>;
using Abstract = std::function<Interval(const Interval&, const Interval&)>;

/// Every result for two members must be a member of the result interval; returns the first that is not.
std::optional<std::string> first_escape(const std::vector<Interval>& left, const std::vector<Interval>& right,
                                        const Abstract& abstract, const Concrete& concrete) {
  for (const Interval& a : left) {
    for (const Interval& b : right) {
      const Interval result = abstract(a, b);
      for (const std::int64_t x : members(a)) {
        for (const std::int64_t y : members(b)) {
          if (contains(result, concrete(x, y))) continue;
          return fmt::format("{} and {} give {}, but {} and {} give {}", text(a), text(b), text(result), x, y,
                             concrete(x, y));
        }
      }
    }
  }
  return std::nullopt;
}

#define EXPECT_SOUND(lowest_left, lowest_right, abstract, concrete)                                              \
  do {                                                                                                           \
    const auto escape =                                                                                          \
        first_escape(small_intervals(lowest_left), small_intervals(lowest_right), abstract,                      \
                     []([[maybe_unused]] std::int64_t x, [[maybe_unused]] std::int64_t y) { return concrete; }); \
    EXPECT_FALSE(escape.has_value()) << #abstract ": " << *escape;                                               \
  } while (false)

TEST(Interval, HoldsEveryResultOfSignedOperations) {
  EXPECT_SOUND(-9, -9, add, x + y);
  EXPECT_SOUND(-9, -9, sub, x - y);
  EXPECT_SOUND(-9, -9, mul, x * y);
  EXPECT_SOUND(-9, -9, min, std::min(x, y));
  EXPECT_SOUND(-9, -9, max, std::max(x, y));
  EXPECT_SOUND(-9, -9, hull, x);
  EXPECT_SOUND(-9, -9, hull, y);
}

TEST(Interval, HoldsEveryResultOfOperationsOnNaturals) {
  EXPECT_SOUND(0, 1, div, x / y);
  EXPECT_SOUND(0, 1, mod, x % y);
  EXPECT_SOUND(0, 0, bit_and, x & y);
  EXPECT_SOUND(0, 0, bit_or, x | y);
  EXPECT_SOUND(0, 0, bit_or, x ^ y);
  EXPECT_SOUND(0, 0, shl, x << y);
  EXPECT_SOUND(0, 0, shr, x >> y);
}

TEST(Interval, IsExactWhereIndicesNeedIt) {
  const Interval t = strided(0, 255);
  EXPECT_EQ(add(mul(t, single(4)), single(3)), (Interval{3, 1023, 4}));
  EXPECT_EQ(mod(t, single(16)), (Interval{0, 15, 1}));
  EXPECT_EQ(div(t, single(16)), (Interval{0, 15, 1}));
  EXPECT_EQ(mod(mul(t, single(4)), single(64)), (Interval{0, 60, 4}));
  EXPECT_EQ(div(mul(t, single(8)), single(4)), (Interval{0, 510, 2}));
  EXPECT_EQ(div(strided(3, 43, 8), single(4)), (Interval{0, 10, 2}));
  EXPECT_EQ(bit_and(t, single(7)), (Interval{0, 7, 1}));
  EXPECT_EQ(shr(t, single(3)), (Interval{0, 31, 1}));
  EXPECT_EQ(neg(t), (Interval{-255, 0, 1}));
  EXPECT_EQ(strided(2, 12, 4), (Interval{2, 10, 4}));
}

TEST(Interval, BoundsSaturate) {
  const Interval large = strided(0, std::int64_t{1} << 62);
  EXPECT_EQ(mul(large, single(4)).high, Interval::highest - 3);  // the largest multiple of 4
  EXPECT_EQ(mul(large, large).high, Interval::highest);
  EXPECT_EQ(mul(large, single(-4)).low, Interval::lowest);
  EXPECT_EQ(add(single(Interval::highest), single(1)).high, Interval::highest);
  EXPECT_EQ(sub(single(Interval::lowest), single(1)).low, Interval::lowest);
  EXPECT_EQ(saturating_mul(Interval::lowest, -1), Interval::highest);
}

TEST(Interval, TellsMultiples) {
  const Interval range = strided(4, 100, 8);
  EXPECT_TRUE(range.multiple_of(4));
  EXPECT_FALSE(range.multiple_of(8));
  EXPECT_TRUE(range.never_multiple_of(8));
  EXPECT_FALSE(range.never_multiple_of(3));
  EXPECT_TRUE(single(0).multiple_of(16));
  EXPECT_TRUE(Interval{}.multiple_of(1));
  EXPECT_FALSE(Interval{}.multiple_of(2));
  EXPECT_FALSE(Interval{}.never_multiple_of(2));
}

TEST(Interval, NarrowsToMembers) {
  Interval range = strided(0, 100, 8);
  EXPECT_TRUE(narrow(range, 3, 33));
  EXPECT_EQ(range, (Interval{8, 32, 8}));
  EXPECT_FALSE(narrow(range, 9, 15));
  EXPECT_EQ(range, (Interval{8, 32, 8}));
  EXPECT_TRUE(narrow(range, 9, 23));
  EXPECT_EQ(range, single(16));
}

}  // namespace
}  // namespace papilio::ir
