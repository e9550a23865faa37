// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <string>

namespace papilio {
namespace {

TEST(Error, MessageIsWhatWhyRemedy) { EXPECT_STREQ(Error(ErrorCode::io, "W", "Y", "R").what(), "W: Y; R"); }

TEST(Error, MessageIsOneLineWhateverNamesAreInIt) {
  EXPECT_STREQ(Error(ErrorCode::io, "a\nb", "c\x7f\td", "e").what(), "a\\x0ab: c\\x7f\\x09d; e");
  EXPECT_STREQ(Error(ErrorCode::io, "grün", "", "").what(), "grün");
}

TEST(Error, EmptyPartsAreLeftOut) {
  EXPECT_STREQ(Error(ErrorCode::io, "W").what(), "W");
  EXPECT_STREQ(Error(ErrorCode::io, "W", "Y").what(), "W: Y");
  EXPECT_STREQ(Error(ErrorCode::io, "W", "", "R").what(), "W; R");
  EXPECT_STREQ(Error(ErrorCode::io, "", "Y", "R").what(), "Y; R");
}

TEST(Error, FactoriesCarryTheirCodeAndMessage) {
  const auto check = [](const Error& error, ErrorCode code) {
    EXPECT_EQ(error.code(), code);
    EXPECT_STREQ(error.what(), "W: Y; R");
  };
  check(Error::invalid_argument("W", "Y", "R"), ErrorCode::invalid_argument);
  check(Error::unsupported("W", "Y", "R"), ErrorCode::unsupported);
  check(Error::no_device("W", "Y", "R"), ErrorCode::no_device);
  check(Error::out_of_memory("W", "Y", "R"), ErrorCode::out_of_memory);
  check(Error::build_failed("W", "Y", "R"), ErrorCode::build_failed);
  check(Error::io("W", "Y", "R"), ErrorCode::io);
  check(Error::device_failed("W", "Y", "R"), ErrorCode::device_failed);
}

TEST(Error, InternalAsksForAReport) {
  const Error error = Error::internal("W", "Y");
  EXPECT_EQ(error.code(), ErrorCode::internal);
  EXPECT_NE(std::string(error.what()).find("report"), std::string::npos);
}

TEST(TokenError, ShowsTheCaretUnderThePlace) {
  const TokenError error("c2c:f31:8", 4, "why", "remedy");
  EXPECT_EQ(error.code(), ErrorCode::invalid_token);
  EXPECT_EQ(error.position(), 4u);
  EXPECT_STREQ(error.what(), "token \"c2c:f31:8\" at byte 4: why; remedy");
  EXPECT_EQ(error.explanation(),
            "c2c:f31:8\n"
            "    ^");
}

TEST(TokenError, CaretMayStandBehindTheToken) {
  EXPECT_EQ(TokenError("c2c", 3, "why", "remedy").explanation(), "c2c\n   ^");
  EXPECT_EQ(TokenError("", 0, "why", "remedy").explanation(), "\n^");
}

TEST(TokenError, UnprintableBytesAreEscapedAndKeepTheCaretInPlace) {
  const TokenError error("a\n\xc3:z", 4, "bad \n byte", "remedy\t");
  EXPECT_STREQ(error.what(), "token \"a\\x0a\\xc3:z\" at byte 4: bad \\x0a byte; remedy\\x09");
  EXPECT_EQ(error.explanation(),
            "a\\x0a\\xc3:z\n"
            "          ^");
}

TEST(TokenError, APositionBehindTheEndIsNoDefectOfItsOwn) {
  EXPECT_EQ(TokenError("ab", 99, "why", "remedy").explanation(), "ab\n  ^");
}

TEST(TokenError, LongTokensAreShortenedInTheMessageOnly) {
  const TokenError error(std::string(1000, 'a'), 0, "why", "remedy");
  EXPECT_EQ(std::string(error.what()), "token \"" + std::string(80, 'a') + "...\" at byte 0: why; remedy");
  EXPECT_EQ(error.explanation(), std::string(1000, 'a') + "\n^");
}

}  // namespace
}  // namespace papilio
