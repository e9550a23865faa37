// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/way.hpp"

#include <gtest/gtest.h>

namespace papilio::bench {
namespace {

TEST(Way, WordsAndFlagsAreTheSame) {
  EXPECT_EQ(Way{}.words(), "");
  EXPECT_EQ((Way{.sequential = true, .round_trip = true, .end_to_end = true}).words(),
            "sequential round-trip end-to-end");
  for (const char* word : {"sequential", "round-trip", "end-to-end"}) EXPECT_EQ(way_of(word).value().words(), word);
  for (const char* word : {"", "plain", "Sequential", "end", "round-trip "}) EXPECT_FALSE(way_of(word)) << word;
}

TEST(Way, BothAreWhatEitherAsksFor) {
  EXPECT_EQ((Way{.sequential = true} | Way{.round_trip = true}), (Way{.sequential = true, .round_trip = true}));
  EXPECT_EQ((Way{} | Way{}), Way{});
}

TEST(Way, ACallersTimeIsOfTheHostsClock) {
  EXPECT_FALSE(Way{.round_trip = true}.by_host_clock());
  EXPECT_TRUE(Way{.sequential = true}.by_host_clock());
  EXPECT_TRUE(Way{.end_to_end = true}.by_host_clock());
  EXPECT_EQ(Way{.round_trip = true}.transforms(), 2);
  EXPECT_EQ(Way{.sequential = true}.transforms(), 1);
}

}  // namespace
}  // namespace papilio::bench
