// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/problem.hpp>
#include <string>

#include "support/error_of.hpp"

namespace papilio {
namespace {

struct Good {
  const char* token;
  const char* canonical;
};

class GoodToken : public testing::TestWithParam<Good> {};

TEST_P(GoodToken, PrintsCanonicallyAndComesBack) {
  const Problem problem = Problem::parse(GetParam().token);
  EXPECT_EQ(problem.token(), GetParam().canonical);
  EXPECT_EQ(Problem::parse(problem.token()), problem);
  EXPECT_EQ(problem, problem.normalised()) << "parse() fills in the distances";
}

INSTANTIATE_TEST_SUITE_P(
    Table, GoodToken,
    testing::Values(Good{"c2c:f32:4096*512", "c2c:f32:4096*512"},
                    Good{"c2c:f64:1009*64:inverse:inplace", "c2c:f64:1009*64:inverse:inplace"},
                    Good{"c2c:f32:2^20:inverse:scale=1/n", "c2c:f32:1048576:inverse:scale=1/n"},
                    Good{"c2c:f32:1", "c2c:f32:1"}, Good{"c2c:f32:8*1", "c2c:f32:8"},
                    Good{"c2c:f32:3^4*10^2", "c2c:f32:81*100"}, Good{"c2c:f32:7^0*1^9223372036854775807", "c2c:f32:1"},
                    Good{"c2c:f32:0008", "c2c:f32:8"}, Good{"c2c:f32:2^27", "c2c:f32:134217728"},
                    Good{"c2c:f32:1*1152921504606846975", "c2c:f32:1*1152921504606846975"},
                    Good{"c2c:f32:8:forward:outofplace:scale=none", "c2c:f32:8"},
                    Good{"c2c:f32:8:scratch=f32", "c2c:f32:8"}, Good{"c2c:f64:8:scratch=f32", "c2c:f64:8:scratch=f32"},
                    Good{"c2c:f16:8:scratch=f16:inplace", "c2c:f16:8:inplace:scratch=f16"},
                    Good{"r2c:f32:8:planar:in=i16:scratch=bf16", "r2c:f32:8:in=i16:scratch=bf16:planar"},
                    Good{"c2c:f32:8*3:idist=8:odist=8", "c2c:f32:8*3"},
                    Good{"c2c:f32:8*3:odist=2^4:idist=10", "c2c:f32:8*3:idist=10:odist=16"},
                    Good{"c2c:f32:8*3:scale=1/sqrt(n):idist=9:inplace:odist=9:inverse",
                         "c2c:f32:8*3:inverse:inplace:scale=1/sqrt(n):idist=9:odist=9"},
                    Good{"c2c:f32:8:idist=3", "c2c:f32:8:idist=3"},
                    Good{"c2c:f32:8*2:ioffset=2^4:idist=-2^3", "c2c:f32:8*2:idist=-8:ioffset=16"},
                    Good{"c2c:f32:1x8:istrides=-9223372036854775808,1", "c2c:f32:1x8:istrides=-9223372036854775808,1"},
                    Good{"c2c:f32:2x8:istrides=-0,1:ostrides=8,1", "c2c:f32:2x8:istrides=0,1"},
                    Good{"c2c:f32:8:zero=[4,8)", "c2c:f32:8:zero=[4,8)"},
                    Good{"c2c:f32:8:skip=[0,2^2):zero=-", "c2c:f32:8:skip=[0,4)"},
                    Good{"r2c:f32:8x6:skip=-x[1,4):zero=[2,3)x-", "r2c:f32:8x6:zero=[2,3)x-:skip=-x[1,4)"}));

struct WrongToken {
  std::string token;
  std::size_t position;
  const char* why;     ///< text between the position and the remedy
  const char* remedy;  ///< part of the remedy
};

class BadToken : public testing::TestWithParam<WrongToken> {};

TEST_P(BadToken, NamesThePlaceTheReasonAndTheRemedy) {
  const WrongToken& bad = GetParam();
  const TokenError error = test::error_of<TokenError>([&] { (void)Problem::parse(bad.token); });
  const std::string message = error.what();
  EXPECT_EQ(error.position(), bad.position) << message;
  EXPECT_EQ(error.code(), ErrorCode::invalid_token);
  EXPECT_NE(message.find(std::string(": ") + bad.why + "; "), std::string::npos) << message;
  EXPECT_NE(message.find(bad.remedy, message.find("; ")), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Pieces, BadToken,
    testing::Values(
        WrongToken{"", 0, "the kind is missing", "KIND:PRECISION:LENGTH*BATCH"},
        WrongToken{":f32:8", 0, "the kind is missing", "c2c:f32:4096*512"},
        WrongToken{"c2x:f32:8", 0, "unknown kind \"c2x\"", "known kinds: c2c"},
        WrongToken{"fft:f32:8", 0, "unknown kind \"fft\"", "did you mean c2c? known kinds: c2c"},
        WrongToken{"c2c:double:8", 4, "unknown precision \"double\"", "did you mean f64? known"},
        WrongToken{"C2C:f32:8", 0, "unknown kind \"C2C\"", "did you mean c2c? known kinds: c2c"},
        WrongToken{"c2c:F64:8", 4, "unknown precision \"F64\"", "did you mean f64? known"},
        WrongToken{"c2c:f32:8:axis=0", 10, "unknown option \"axis=0\"", "did you mean axes=0? known"},
        WrongToken{"c2c:f32:8:batch=4", 10, "a batch is not an option", "write it after the lengths, *4"},
        WrongToken{" c2c:f32:8", 0, "unknown kind \" c2c\"", "known kinds: c2c"},
        WrongToken{"c2c", 3, "the precision is missing", "KIND:PRECISION"},
        WrongToken{"c2c:", 4, "the precision is missing", "KIND:PRECISION"},
        WrongToken{"c2c:f8:8", 4, "unknown precision \"f8\"", "known precisions: f32, f64, f32x2, f64x2, f16, bf16"},
        WrongToken{"c2c:f32", 7, "the shape is missing", "LENGTH*BATCH"},
        WrongToken{"c2c:f32:", 8, "the shape is missing", "LENGTH*BATCH"},
        WrongToken{"c2c:f32::inverse", 8, "the shape is missing", "LENGTH*BATCH"},
        WrongToken{"c2c:f32:1024x", 13, "the length is missing", "write digits"},
        WrongToken{"c2c:f32:8*4x4", 11, "'x' is not a digit of the batch", "2^20"},
        WrongToken{"c2c:f32:8:", 10, "an option is missing",
                   "known options: forward, inverse, inplace, outofplace, scale="},
        WrongToken{"c2c:f32:8::inverse", 10, "an option is missing", "idist=, odist=, ioffset="},
        WrongToken{"c2c:f32:8:backward", 10, "unknown option \"backward\"", "known options: forward"},
        WrongToken{"c2c:f32:8:inverse ", 10, "unknown option \"inverse \"", "known options: forward"},
        WrongToken{"c2c:f32:8:scale", 10, "unknown option \"scale\"", "scale=none, scale=1/n, scale=1/sqrt(n)"},
        WrongToken{"c2c:f32:8:scale=2", 16, "unknown scale \"2\"", "known scales: none, 1/n, 1/sqrt(n)"},
        WrongToken{"c2c:f32:8:in=f8", 13, "unknown storage \"f8\"", "known storages: f16, bf16, f32, f64, i8, u8, i16"},
        WrongToken{"c2c:f32:8:scratch=f8", 18, "unknown storage \"f8\"", "known storages: f16, bf16"},
        WrongToken{"dht:f32:8:planar", 10, "no complex side to be planar", "leave it out"},
        WrongToken{"c2c:f32:8:\n", 10, "unknown option \"\\x0a\"", "known options"},
        WrongToken{"c2c:f32:8:" + std::string(50, 'a'), 10,
                   "unknown option \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\"", "known options"}));

INSTANTIATE_TEST_SUITE_P(
    Ranges, BadToken,
    testing::Values(WrongToken{"c2c:f32:8:zero=", 15, "\"\" is not a range", "[BEGIN,END)"},
                    WrongToken{"c2c:f32:8:zero=4", 15, "\"4\" is not a range", "[BEGIN,END)"},
                    WrongToken{"c2c:f32:8:zero=[4,8]", 15, "\"[4,8]\" is not a range", "[BEGIN,END)"},
                    WrongToken{"c2c:f32:8:zero=[4)", 15, "\"[4)\" is not a range", "[BEGIN,END)"},
                    WrongToken{"c2c:f32:8:skip=[,8)", 16, "the begin is missing", "write digits"},
                    WrongToken{"c2c:f32:8:skip=[4,)", 18, "the end is missing", "write digits"},
                    WrongToken{"c2c:f32:8:skip=[4,x)", 15, "\"[4,\" is not a range", "[BEGIN,END)"},
                    WrongToken{"c2c:f32:8:skip=[4,-8)", 18, "'-' is not a digit of the end", "write digits"},
                    WrongToken{"c2c:f32:8:zero=[4,4)", 15, "the range \"[4,4)\" is empty", "begin < end"},
                    WrongToken{"c2c:f32:8x8:zero=[4,8)", 17, "1 ranges for 2 lengths", "give one for each length"},
                    WrongToken{"c2c:f32:8:zero=-x-", 15, "2 ranges for 1 lengths", "give one for each length"},
                    WrongToken{"c2c:f32:8:zero=-:zero=-", 17, "repeated option \"zero=-\"", "keep one"}));

INSTANTIATE_TEST_SUITE_P(
    Twice, BadToken,
    testing::Values(
        WrongToken{"c2c:f32:8:inverse:inverse", 18, "repeated option \"inverse\"", "keep one"},
        WrongToken{"c2c:f32:8:forward:inverse", 18, "\"inverse\" contradicts \"forward\"", "keep one"},
        WrongToken{"c2c:f32:8:inplace:inverse:outofplace", 26, "\"outofplace\" contradicts \"inplace\"", "keep one"},
        WrongToken{"c2c:f32:8:scale=1/n:scale=none", 20, "\"scale=none\" contradicts \"scale=1/n\"", "keep one"},
        WrongToken{"c2c:f32:8:planar:iplanar", 17, "\"iplanar\" contradicts \"planar\"", "keep one"},
        WrongToken{"c2c:f32:8:idist=9:idist=9", 18, "repeated option \"idist=9\"", "keep one"},
        WrongToken{"c2c:f32:8:odist=9:idist=8:odist=10", 26, "\"odist=10\" contradicts \"odist=9\"", "keep one"}));

INSTANTIATE_TEST_SUITE_P(
    Integers, BadToken,
    testing::Values(WrongToken{"c2c:f32:0", 8, "the length is 0", "1 at least"},
                    WrongToken{"c2c:f32:0^5", 8, "the length is 0", "1 at least"},
                    WrongToken{"c2c:f32:-8", 8, "'-' is not a digit of the length", "write digits"},
                    WrongToken{"c2c:f32:+8", 8, "'+' is not a digit of the length", "write digits"},
                    WrongToken{"c2c:f32: 8", 8, "' ' is not a digit of the length", "write digits"},
                    WrongToken{"c2c:f32:8 *2", 9, "' ' is not a digit of the length", "write digits"},
                    WrongToken{"c2c:f32:1e3", 9, "'e' is not a digit of the length", "2^20"},
                    WrongToken{"c2c:f32:8*", 10, "the batch is missing", "write digits"},
                    WrongToken{"c2c:f32:*8", 8, "the length is missing", "write digits"},
                    WrongToken{"4096*", 5, "the batch is missing", "write digits"},
                    WrongToken{"4096:f32", 5, "unknown option \"f32\"", "known options"},
                    WrongToken{"c2c:f32:8*0", 10, "the batch is 0", "1 at least"},
                    WrongToken{"c2c:f32:8*2*2", 11, "'*' is not a digit of the batch", "write digits"},
                    WrongToken{"c2c:f32:2^", 10, "the exponent is missing", "write digits"},
                    WrongToken{"c2c:f32:^2", 8, "the length is missing", "write digits"},
                    WrongToken{"c2c:f32:2^-1", 10, "'-' is not a digit of the exponent", "write digits"},
                    WrongToken{"c2c:f32:2^2^2", 11, "'^' is not a digit of the exponent", "write digits"},
                    WrongToken{"c2c:f32:2^63", 8, "\"2^63\" is too large for the length", "use 2^27 at most"},
                    WrongToken{"c2c:f32:8*2^9223372036854775807", 10,
                               "\"2^9223372036854775807\" is too large for the batch", "less than 2^63 bytes"},
                    WrongToken{"c2c:f32:9223372036854775808", 8, "\"9223372036854775808\" is too large for the length",
                               "use 2^27 at most"},
                    WrongToken{"c2c:f32:8*1^99999999999999999999", 12,
                               "\"99999999999999999999\" is too large for the exponent", "9223372036854775807"},
                    WrongToken{"c2c:f32:8:idist=0", 16, "the input distance is 0", "leave it out"},
                    WrongToken{"c2c:f32:8:istrides=-", 20, "the input stride is missing", "write digits"},
                    WrongToken{"c2c:f32:8:istrides=--1", 20, "'-' is not a digit of the input stride", "write digits"},
                    WrongToken{"c2c:f32:8:istrides=-9223372036854775809", 20,
                               "\"9223372036854775809\" is too large for the input stride", "9223372036854775807"},
                    WrongToken{"c2c:f32:8:odist=", 16, "the output distance is missing", "write digits"},
                    WrongToken{"c2c:f32:8:idist=1.5", 17, "'.' is not a digit of the input distance", "write digits"},
                    WrongToken{std::string("c2c:f32:8\0", 10), 9, "'\\x00' is not a digit of the length",
                               "write digits"}));

TEST(Token, OfAShapeAloneIsComplex) {
  for (const char* shape : {"4096", "2^20", "64x48*3", "1009*4:inverse:inplace", "8x6:axes=0"})
    EXPECT_EQ(Problem::parse(shape), Problem::parse(std::string("c2c:f32:") + shape)) << shape;
  EXPECT_EQ(Problem::parse("2^12*512").token(), "c2c:f32:4096*512");
}

TEST(Token, ExplanationPointsAtTheSecondOfTwoContradictoryOptions) {
  const TokenError error = test::error_of<TokenError>([&] { (void)Problem::parse("c2c:f32:8:forward:inverse"); });
  EXPECT_EQ(error.explanation(),
            "c2c:f32:8:forward:inverse\n"
            "                  ^");
  EXPECT_STREQ(error.what(),
               "token \"c2c:f32:8:forward:inverse\" at byte 18: \"inverse\" contradicts \"forward\"; "
               "keep one of the two");
}

TEST(Token, ExplanationPointsAtTheSecondDimension) {
  const TokenError error = test::error_of<TokenError>([&] { (void)Problem::parse("c2c:f32:1024xy*4"); });
  EXPECT_EQ(error.explanation(),
            "c2c:f32:1024xy*4\n"
            "             ^");
}

TEST(Token, ValuesWithoutSenseAreErrorsOfTheProblemNotOfTheText) {
  const auto code_of = [](const char* token) {
    try {
      (void)Problem::parse(token);
    } catch (const TokenError& error) {
      ADD_FAILURE() << error.what();
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code_of("c2c:f32:134217729"), ErrorCode::unsupported);
  EXPECT_EQ(code_of("c2c:f32:8*2:odist=4"), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of("c2c:f32:8*2:inplace:odist=9"), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of("c2c:f32:8*9223372036854775807"), ErrorCode::invalid_argument);
}

TEST(Token, PrintsInvalidProblemsToo) {
  Problem problem = Problem::c2c(Precision::f64, -3, 0);
  problem.in_distance = -1;
  EXPECT_EQ(problem.token(), "c2c:f64:-3*0:idist=-1");
  problem.lengths = {std::int64_t{1} << 62, 4, 0};
  EXPECT_EQ(problem.token(), "c2c:f64:4611686018427387904x4x0*0:idist=-1");
}

}  // namespace
}  // namespace papilio
