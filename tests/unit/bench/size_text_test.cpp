// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/size_text.hpp"

#include <gtest/gtest.h>

#include <papilio/error.hpp>

namespace papilio::bench {
namespace {

TEST(SizeText, UnitsArePowersOf1024) {
  EXPECT_EQ(parse_size("512MiB"), std::int64_t{512} << 20);
  EXPECT_EQ(parse_size("64 KiB"), 65536);
  EXPECT_EQ(parse_size("3GiB"), std::int64_t{3} << 30);
  EXPECT_EQ(parse_size("4096"), 4096);
  EXPECT_EQ(parse_size("7B"), 7);
}

TEST(SizeText, WhatIsNoSizeIsRefused) {
  for (const char* text :
       {"", "MiB", "1.5MiB", "512MB", "512mib", "-1", "0", "12 MiB x", "99999999999999999999", "9999999999GiB"}) {
    EXPECT_THROW((void)parse_size(text), Error) << text;
  }
}

TEST(SizeText, IsShortAndParsesAgainWhereItIsExact) {
  EXPECT_EQ(size_text(std::int64_t{512} << 20), "512 MiB");
  EXPECT_EQ(size_text(33552000), "32.0 MiB");
  EXPECT_EQ(size_text(0), "0 B");
  for (const std::int64_t bytes : {1L, 1023L, 1024L, 4096L, 3L << 30}) EXPECT_EQ(parse_size(size_text(bytes)), bytes);
}

}  // namespace
}  // namespace papilio::bench
