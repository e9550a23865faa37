// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/flat_map.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <unordered_map>

namespace papilio {
namespace {

TEST(FlatMap, HoldsWhatAnUnorderedMapHolds) {
  FlatMap<std::int64_t, std::int64_t, std::numeric_limits<std::int64_t>::min()> map;
  std::unordered_map<std::int64_t, std::int64_t> expected;
  std::mt19937_64 engine(1);
  for (int i = 0; i < 5000; ++i) {
    // Close to each other, to one side of zero or the other, and all multiples of a power of two: a hash must spread
    // them.
    const auto key = static_cast<std::int64_t>(engine() % 1000 * 4096) - 2048000;
    const auto [value, is_new] = map.try_emplace(key, i);
    EXPECT_EQ(is_new, expected.try_emplace(key, i).second);
    EXPECT_EQ(value, expected.at(key));
  }
  for (const auto& [key, value] : expected) {
    ASSERT_NE(map.find(key), nullptr);
    EXPECT_EQ(*map.find(key), value);
    EXPECT_EQ(map.find(key + 1), nullptr);
  }
}

TEST(FlatMap, AnEmptyOneFindsNothing) {
  const FlatMap<int, std::string> map;
  EXPECT_EQ(map.find(1), nullptr);
}

TEST(FlatMap, NothingIsFoundUnderTheKeyThatMarksFreePlaces) {
  FlatMap<int, std::string> map;
  map[1] = "one";
  EXPECT_EQ(map.find(0), nullptr);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(map.try_emplace(0, "lost").second);
  EXPECT_EQ(map.find(0), nullptr);
  EXPECT_TRUE(map.try_emplace(2, "two").second);
  EXPECT_EQ(*map.find(1), "one");
  EXPECT_EQ(*map.find(2), "two");
}

TEST(FlatMap, ValuesMoveWithTheirKeysAndGoWhenCleared) {
  FlatMap<int, std::string> map;
  for (int key = 1; key <= 100; ++key) map[key] = std::string(30, static_cast<char>('a' + key % 26));
  for (int key = 1; key <= 100; ++key) EXPECT_EQ(*map.find(key), std::string(30, static_cast<char>('a' + key % 26)));
  map.clear();
  EXPECT_EQ(map.find(1), nullptr);
  map[1] = "again";
  EXPECT_EQ(*map.find(1), "again");
}

}  // namespace
}  // namespace papilio
