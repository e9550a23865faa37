// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/newest.hpp"

#include <gmock/gmock.h>

namespace papilio::bench {
namespace {

using ::testing::HasSubstr;

TEST(NewestPeers, OlderOnesAreNoted) {
  ASSERT_TRUE(note_of_age("vkfft", "1.2.26"));
  EXPECT_THAT(*note_of_age("vkfft", "1.2.26"), HasSubstr("vkfft 1.2.26 is older than 1."));
  EXPECT_TRUE(note_of_age("cufft", "11.99.0"));
  EXPECT_TRUE(note_of_age("cufft", "9.2"));
}

TEST(NewestPeers, NewerAndUnknownOnesAreNot) {
  EXPECT_FALSE(note_of_age("vkfft", "99.0.0"));
  EXPECT_FALSE(note_of_age("cufft", "99"));
  EXPECT_FALSE(note_of_age("fftw", "3.3.1"));
  EXPECT_FALSE(note_of_age("papilio", "0.1.0"));
}

}  // namespace
}  // namespace papilio::bench
