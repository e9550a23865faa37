// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <papilio/error.hpp>
#include <papilio/ragged_problem.hpp>

#include "support/error_of.hpp"

namespace papilio::test {
namespace {

TEST(RaggedProblemTest, TokensComeBack) {
  for (const char* token :
       {"r2c:f32:ragged=20..2576/4,2576..20/4*32", "c2c:f64:ragged=1000,77,1009x3:inverse:scale=1/n",
        "c2r:f32:ragged=7", "c2c:f32:ragged=1..9,3", "c2c:f32:ragged=5x4,9..7*2:scale=1/sqrt(n)",
        "r2c:f64:ragged=4,6*2:ioffsets=6,0:ooffsets=0,3:idist=12:odist=20",
        "c2c:f32:ragged=8x3:ioffsets=0,1,5:ooffsets=0,1,2:istride=10:ostride=3"}) {
    EXPECT_EQ(RaggedProblem::parse(token).token(), token);
  }
  EXPECT_EQ(RaggedProblem::parse("c2r:f32:ragged=8").direction, Direction::inverse);
  EXPECT_EQ(RaggedProblem::parse("r2c:f32:ragged=20..2576/4,2576..20/4*32").all_elements(true), 1661440 * 32);
}

TEST(RaggedProblemTest, KnowsWhereTransformsAre) {
  const RaggedProblem packed = RaggedProblem::parse("r2c:f32:ragged=4,7,1*3");
  EXPECT_EQ(packed.offsets(true), (std::vector<std::int64_t>{0, 4, 11}));
  EXPECT_EQ(packed.offsets(false), (std::vector<std::int64_t>{0, 3, 7}));
  EXPECT_EQ(packed.extent(false), 8);
  EXPECT_EQ(packed.all_elements(false), 24);
  const RaggedProblem placed = RaggedProblem::parse("c2c:f32:ragged=4,7*2:ooffsets=10,0:odist=30");
  EXPECT_EQ(placed.extent(false), 14);
  EXPECT_EQ(placed.all_elements(false), 44);
  const RaggedProblem back = placed.inverse();
  EXPECT_EQ(back.direction, Direction::inverse);
  EXPECT_EQ(back.in_offsets, placed.out_offsets);
  EXPECT_EQ(back.all_elements(true), 44);
}

TEST(RaggedProblemTest, RefusalsNameTheValueAndTheRemedy) {
  const auto expect = [](const char* token, const char* words) {
    const std::string message = message_of([&] { RaggedProblem::parse(token); });
    EXPECT_NE(message.find(words), std::string::npos) << token << ": " << message;
  };
  expect("dct2:f32:ragged=8", "c2c, r2c, c2r");
  expect("r2c:f32:8", "write ragged=LENGTHS");
  expect("r2c:f32:ragged=8..13/2", "does not reach its last length");
  expect("r2c:f32:ragged=8x99999999", "more than 2^24 lengths");
  expect("r2c:f32:ragged=0", "0");
  expect("r2c:f32:ragged=8:inverse", "r2c is forward");
  expect("r2c:f32:ragged=8,9:ioffsets=0", "1 offsets and 2 lengths");
  expect("c2c:f32:ragged=8,9:ooffsets=0,7", "results 0 and 1 overlap");
  expect("c2c:f32:ragged=8,9:ooffsets=1,22:ostride=3", "results 0 and 1 overlap");
  expect("c2c:f32:ragged=8,9:istride=2", "the input has a stride and no offsets");
  expect("c2c:f32:ragged=8,9:odist=16", "fields of the output are 16 elements apart and 17 long");
  expect("c2c:f32:ragged=8,9:idist=9223372036854775807", "the input are 9223372036854775807 elements apart; give");
  expect("c2c:f32:ragged=8,2147483648", "length 1 is 2147483648; give 1 to 2^30");
  expect("c2c:f32:ragged=1x1000000*2000000", "more than 2^30 transforms");
  RaggedProblem problem = RaggedProblem::parse("c2c:f32:ragged=8,9");
  problem.lengths[1] = -3;
  EXPECT_NE(message_of([&] { problem.validate(); }).find("length 1 is -3"), std::string::npos);
  problem.lengths = {};
  EXPECT_NE(message_of([&] { problem.validate(); }).find("at least one length"), std::string::npos);
  problem.kind = Kind::dht;
  EXPECT_NE(message_of(ErrorCode::unsupported, [&] { problem.validate(); })
                .find("a ragged batch of dht: kinds are c2c, r2c and c2r"),
            std::string::npos);
}

TEST(RaggedProblemTest, RefusesValuesThatAreNoEnumerators) {
  const auto refused = [](const auto& change) {
    RaggedProblem problem = RaggedProblem::parse("c2c:f32:ragged=8,9");
    change(problem);
    const std::string message = message_of(ErrorCode::invalid_argument, [&] { problem.validate(); });
    EXPECT_NE(message.find("enum value 99 has no meaning"), std::string::npos) << message;
  };
  refused([](RaggedProblem& problem) { problem.kind = Kind{99}; });
  refused([](RaggedProblem& problem) { problem.precision = Precision{99}; });
  refused([](RaggedProblem& problem) { problem.direction = Direction{99}; });
  refused([](RaggedProblem& problem) { problem.scale = Scale{99}; });
}

// Levels are the fastest axis of models of the atmosphere.
TEST(RaggedProblemTest, FieldsOfTheInputMayOverlap) {
  const RaggedProblem levels = RaggedProblem::parse("c2c:f32:ragged=4,6*3:ioffsets=0,12:istride=3:idist=1");
  EXPECT_EQ(levels.all_elements(true), 30);
  RaggedProblem back = levels.inverse();
  EXPECT_NE(message_of([&] { back.validate(); }).find("fields of the output are 1 elements apart and 28 long"),
            std::string::npos);
  back = levels;
  back.in_distance = -1;
  EXPECT_NE(message_of([&] { back.validate(); }).find("give a distance of at least 1"), std::string::npos);
}

}  // namespace
}  // namespace papilio::test
