// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/measurement_mode.hpp"

#include <gtest/gtest.h>

namespace papilio::bench {
namespace {

TEST(MeasurementMode, WordsAndFlagsAreTheSame) {
  EXPECT_EQ(MeasurementMode{}.words(), "");
  EXPECT_EQ((MeasurementMode{.sequential = true, .round_trip = true, .end_to_end = true}).words(),
            "sequential round-trip end-to-end");
  for (const char* word : {"sequential", "round-trip", "end-to-end"}) EXPECT_EQ(mode_of(word).value().words(), word);
  for (const char* word : {"", "plain", "Sequential", "end", "round-trip "}) EXPECT_FALSE(mode_of(word)) << word;
}

TEST(MeasurementMode, BothAreWhatEitherAsksFor) {
  EXPECT_EQ((MeasurementMode{.sequential = true} | MeasurementMode{.round_trip = true}),
            (MeasurementMode{.sequential = true, .round_trip = true}));
  EXPECT_EQ((MeasurementMode{} | MeasurementMode{}), MeasurementMode{});
}

TEST(MeasurementMode, ACallersTimeIsOfTheHostsClock) {
  EXPECT_FALSE(MeasurementMode{.round_trip = true}.by_host_clock());
  EXPECT_TRUE(MeasurementMode{.sequential = true}.by_host_clock());
  EXPECT_TRUE(MeasurementMode{.end_to_end = true}.by_host_clock());
  EXPECT_EQ(MeasurementMode{.round_trip = true}.transforms(), 2);
  EXPECT_EQ(MeasurementMode{.sequential = true}.transforms(), 1);
}

}  // namespace
}  // namespace papilio::bench
