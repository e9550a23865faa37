// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/tune/duration.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>

namespace papilio::tool {
namespace {

TEST(Duration, IsReadWithItsUnit) {
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("1.5s"), 1.5);
  EXPECT_EQ(parse_duration("20m"), 1200);
  EXPECT_EQ(parse_duration("2h"), 7200);
}

TEST(Duration, IsRefusedWhereItIsNone) {
  for (const char* text : {"", "s", "-1s", "0", "5 s", "1d", "1e9h", "nan", "inf", "1m30s", "0.001s"})
    EXPECT_THROW((void)parse_duration(text), Error) << text;
}

}  // namespace
}  // namespace papilio::tool
