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

TEST(TokenError, LongTokensAreShortened) {
  const TokenError error(std::string(1000, 'a'), 0, "why", "remedy");
  EXPECT_EQ(std::string(error.what()), "token \"" + std::string(80, 'a') + "...\" at byte 0: why; remedy");
  EXPECT_EQ(error.explanation(), std::string(120, 'a') + "...\n^");
  const TokenError middle(std::string(500, 'a') + "!" + std::string(499, 'b'), 500, "why", "remedy");
  EXPECT_EQ(middle.explanation(),
            "..." + std::string(120, 'a') + "!" + std::string(119, 'b') + "...\n" + std::string(123, ' ') + "^");
}

TEST(Error, ControlCharactersAreShownAndOtherTextIsAsItWas) {
  const auto message = [](const std::string& part) { return std::string(Error(ErrorCode::io, part).what()); };
  EXPECT_EQ(message("\x1b[2J\r\x7f"), "\\x1b[2J\\x0d\\x7f");
  for (const char* text : {"grün", "日本語", "𝄞", "…", "a\\b"}) EXPECT_EQ(message(text), text);
  EXPECT_EQ(message("\xc2\x9b"), "\\xc2\\x9b");           // U+009B, which terminals take for ESC [
  EXPECT_EQ(message("\x9b\xff"), "\\x9b\\xff");           // no UTF-8
  EXPECT_EQ(message("gr\xc3"), "gr\\xc3");                // cut off
  EXPECT_EQ(message("\xc0\x8a"), "\\xc0\\x8a");           // a line feed in too many bytes
  EXPECT_EQ(message("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(message("\u202egnp.exe"), "\\xe2\\x80\\xaegnp.exe");
  EXPECT_STREQ(Error(ErrorCode::io, "W", "\x1b", "\x1b\n").what(), "W: \\x1b; \\x1b\\x0a");
  EXPECT_STREQ(Error(ErrorCode::build_failed, "W", "Y", "log\nof lines").what(), "W: Y; log\nof lines");
}

TEST(Error, LongPartsLoseTheirMiddle) {
  const auto size = [](const std::string& what) { return std::string(Error(ErrorCode::io, what).what()).size(); };
  EXPECT_EQ(size(std::string(400, 'a')), 400U);
  EXPECT_EQ(size(std::string(401, 'a')), 400U);
  EXPECT_EQ(size(std::string(50000, 'a')), 400U);
  const std::string message = Error(ErrorCode::io, std::string(5000, 'a') + "/end", std::string(5000, 'y')).what();
  EXPECT_EQ(message.size(), 802U);
  EXPECT_EQ(message.substr(0, 400), std::string(197, 'a') + "..." + std::string(196, 'a') + "/end");
  std::string characters;
  for (int i = 0; i < 1000; ++i) characters += "ü";
  EXPECT_EQ(size(characters), 2U * 397 + 3);  // no character is cut in two
  EXPECT_LE(size(std::string(100000, '\x1b')), 4U * 400);
}

}  // namespace
}  // namespace papilio
