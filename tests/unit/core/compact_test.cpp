// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/compact.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <papilio/error.hpp>

#include "core/layout.hpp"

namespace papilio {
namespace {

using ::testing::HasSubstr;
using Counts = std::vector<std::int64_t>;

std::string refusal(const std::string& token) {
  try {
    return Problem::parse(token).token() + " was accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Compact, ModesAreBothEndsOfAWholeAxisAndTheBeginOfAHalf) {
  const auto skipped = [](const char* token) { return Problem::parse(token).skip; };
  EXPECT_EQ(skipped("c2c:f32:8:modes=4"), (std::vector<Range>{{2, 6}}));
  EXPECT_EQ(skipped("c2c:f32:8:modes=5"), (std::vector<Range>{{3, 6}}));
  EXPECT_EQ(skipped("c2c:f32:9:modes=4"), (std::vector<Range>{{2, 7}}));
  EXPECT_EQ(skipped("c2c:f32:9:modes=1"), (std::vector<Range>{{1, 9}}));
  EXPECT_EQ(skipped("r2c:f32:8x8:modes=3x3"), (std::vector<Range>{{2, 7}, {3, 5}}));
  EXPECT_EQ(skipped("r2c:f32:8x8:modes=-x3"), (std::vector<Range>{{}, {3, 5}}));
  EXPECT_EQ(skipped("c2c:f32:8x8:axes=1:modes=8x3"), (std::vector<Range>{{}, {2, 7}}));
  EXPECT_EQ(Problem::parse("c2r:f32:8x8:modes=3x3").zero, (std::vector<Range>{{2, 7}, {3, 5}}));
  EXPECT_EQ(Problem::parse("c2c:f32:8:modes=3:inverse").zero, (std::vector<Range>{{2, 7}}));
  EXPECT_EQ(Problem::parse("c2c:f32:8x9:modes=8x9"), Problem::parse("c2c:f32:8x9"));
}

TEST(Compact, ArraysHoldWhatIsKept) {
  const Problem problem = Problem::parse("r2c:f32:256x256*1024:modes=64x33");
  EXPECT_EQ(problem.output_lengths(), (Counts{64, 33}));
  EXPECT_EQ(problem.output_strides(), (Counts{33, 1}));
  EXPECT_EQ(problem.output_elements(), 1024 * 64 * 33);
  EXPECT_EQ(output_indices(problem), (Counts{256, 129}));
  const Problem padded = Problem::parse("c2c:f32:4x12:pad=-x5:crop=3x[4,12):ostrides=10,1");
  EXPECT_EQ(padded.input_elements(), 4 * 5);
  EXPECT_EQ(padded.output_lengths(), (Counts{3, 8}));
  EXPECT_EQ(padded.output_elements(), 28);
}

TEST(Compact, TokensComeBack) {
  for (const char* token :
       {"r2c:f32:256x256*1024:modes=64x33", "c2r:f32:256x256:modes=63x129", "c2c:f32:8:inverse:modes=3",
        "c2c:f32:9:pad=4", "c2c:f32:4x9:pad=4x3:modes=2x9", "c2c:f32:9:skip=[0,3):ocompact",
        "c2c:f32:9:zero=[1,4):skip=[0,3):compact", "dct2:f32:9:crop=4", "c2c:f32:9:ostrides=2:odist=99:pad=4",
        "c2c:f32:9:zero=[2,3):icompact:skip=[2,3)", "c2c:f32:9*4:inplace:zero=[0,3):skip=[0,3):compact"}) {
    EXPECT_EQ(Problem::parse(token).token(), token);
  }
  EXPECT_EQ(Problem::parse("c2c:f32:9:crop=[2,9)").token(), "c2c:f32:9:skip=[0,2):ocompact");
  EXPECT_EQ(Problem::parse("c2c:f32:9:crop=[0,9)").token(), "c2c:f32:9");
}

TEST(Compact, SidesThatLeaveNothingOutAreWhole) {
  for (const char* option : {"pad=16", "modes=16", "crop=-"}) {
    EXPECT_EQ(refusal("c2c:f32:16:inplace:" + std::string(option)), "c2c:f32:16:inplace was accepted") << option;
    EXPECT_EQ(refusal("r2c:f32:16:inplace:pad=16"), "r2c:f32:16:inplace was accepted");
  }
}

TEST(Compact, ProblemsAreChangedByMembers) {
  Problem problem = Problem::parse("c2c:f32:16x16*3:ostrides=20,1");
  problem.keep_modes({4, 5});
  problem.pad_input({10, 16});
  EXPECT_EQ(problem.token(), "c2c:f32:16x16*3:pad=10x16:modes=4x5");
  EXPECT_EQ(problem.normalised(), Problem::parse(problem.token()));
  Problem back = Problem::c2r(Precision::f64, {16, 16});
  back.keep_modes({4, 5});
  back.crop_output({9, 9});
  EXPECT_EQ(back.token(), "c2r:f64:16x16:modes=4x5:crop=9x9");
}

TEST(Compact, RefusalsNameTheValueTheReasonAndTheRemedy) {
  EXPECT_THAT(refusal("c2c:f32:16:modes=17"), HasSubstr("modes of axis 0 is 17, and the axis has 16; give 1 to 16"));
  EXPECT_THAT(refusal("r2c:f32:16:modes=10"), HasSubstr("give 1 to 9"));
  EXPECT_THAT(refusal("c2c:f32:16:modes=0"), HasSubstr("number of modes"));
  EXPECT_THAT(refusal("c2c:f32:16x16:modes=4"), HasSubstr("1 mode counts for 2 lengths"));
  EXPECT_THAT(refusal("c2c:f32:16x16:axes=0:modes=4x4"), HasSubstr("axis 1 is not transformed"));
  EXPECT_THAT(refusal("dct2:f32:16:modes=4"), HasSubstr("use pad= for the first inputs, crop= for the first results"));
  EXPECT_THAT(refusal("c2c:f32:16:modes=4:skip=[1,2)"), HasSubstr("contradicts"));
  EXPECT_THAT(refusal("c2c:f32:16:pad=4:zero=[1,2)"), HasSubstr("contradicts"));
  EXPECT_THAT(refusal("c2c:f32:16:crop=[3,5)"), HasSubstr("leaves out both ends of the axis; begin at 0 or end at 16"));
  EXPECT_THAT(refusal("c2c:f32:16:crop=17"), HasSubstr("keep at most 16"));
  EXPECT_THAT(refusal("c2c:f32:16:compact"), HasSubstr("there is no range to leave out"));
  EXPECT_THAT(refusal("c2c:f32:16:zero=[1,2):ocompact"), HasSubstr("range of the output to leave out; add skip="));
  EXPECT_THAT(refusal("c2c:f32:16:skip=[1,2):icompact"), HasSubstr("range of the input to leave out; add zero="));
  EXPECT_THAT(refusal("c2c:f32:16:icompact:crop=4"), HasSubstr("range of the input to leave out; add zero="));
  EXPECT_THAT(refusal("c2c:f32:16:inplace:modes=4"), HasSubstr("compact arrays of 16 inputs and 4 outputs"));
  EXPECT_THAT(refusal("c2c:f32:16:zero=[3,99):icompact"), HasSubstr("use 0 <= begin < end <= 16"));
}

TEST(Compact, IndicesBehindARangeMoveUp) {
  const Range removed{2, 5};
  EXPECT_EQ(compact_index(0, removed), 0);
  EXPECT_EQ(compact_index(1, removed), 1);
  EXPECT_EQ(compact_index(3, removed), 1);
  EXPECT_EQ(compact_index(5, removed), 2);
  EXPECT_EQ(compact_index(1, Range{0, 2}), 0);
  EXPECT_EQ(compact_index(7, Range{}), 7);
}

}  // namespace
}  // namespace papilio
