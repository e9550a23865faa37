// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <papilio/error.hpp>
#include <papilio/mpi_distribution.hpp>

#include "mpi/arrays/distribution_text.hpp"
#include "support/error_of.hpp"

namespace papilio::mpi {
namespace {

using testing::ElementsAre, testing::HasSubstr;

/// The message of the error that validate() throws; empty if it does not.
std::string complaint(const Distribution& distribution) {
  return test::message_of(ErrorCode::invalid_argument, [&] { distribution.validate(); });
}

TEST(Box, HasExtentsAndAVolume) {
  const Box box{{2, 0}, {5, 4}};
  EXPECT_EQ(box.volume(), 12);
  EXPECT_EQ(box.extent(0), 3);
  EXPECT_EQ(box.text(), "[2,5)x[0,4)");
  const Box none{{2, 3}, {5, 3}};
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.volume(), 0);
  EXPECT_EQ(none.extent(0), 0);
  EXPECT_EQ(none.text(), "empty");
}

TEST(Box, IntersectsIndexByIndex) {
  EXPECT_EQ(intersection({{0, 0}, {4, 4}}, {{2, 1}, {9, 3}}), (Box{{2, 1}, {4, 3}}));
  EXPECT_TRUE(intersection({{0, 0}, {4, 4}}, {{4, 0}, {9, 3}}).empty());
  EXPECT_TRUE(intersection({{7, 0}, {9, 4}}, {{1, 0}, {3, 4}}).empty());
}

TEST(Distribution, CutsAnAxisIntoAlmostEqualParts) {
  const Distribution slabs = Distribution::slabs({7, 5}, 3);
  EXPECT_THAT(slabs.boxes, ElementsAre(Box{{0, 0}, {3, 5}}, Box{{3, 0}, {5, 5}}, Box{{5, 0}, {7, 5}}));
  EXPECT_EQ(complaint(slabs), "");
  EXPECT_TRUE(slabs.whole(1));
  EXPECT_FALSE(slabs.whole(0));
}

TEST(Distribution, LeavesRanksWithoutElementsOfAShortAxis) {
  const Distribution slabs = Distribution::slabs({2, 5}, 4);
  EXPECT_EQ(slabs.boxes[1].volume(), 5);
  EXPECT_TRUE(slabs.boxes[2].empty());
  EXPECT_TRUE(slabs.boxes[3].empty());
  EXPECT_EQ(complaint(slabs), "");
}

TEST(Distribution, CountsTheRanksOfAGridRowMajor) {
  const Distribution grid = Distribution::grid({4, 6, 8}, {2, 1, 2});
  EXPECT_EQ(grid.boxes[1], (Box{{0, 0, 4}, {2, 6, 8}}));
  EXPECT_EQ(grid.boxes[2], (Box{{2, 0, 0}, {4, 6, 4}}));
  EXPECT_THROW(Distribution::grid({4, 6}, {2}), Error);
  EXPECT_THROW(Distribution::grid({4, 6}, {2, 0}), Error);
  EXPECT_THROW(Distribution::grid({4, 6, 8}, {65536, 65536, 1}), Error);
}

TEST(Distribution, IsParsedForTheRanksThatThereAre) {
  EXPECT_EQ(parse_distribution("grid:2x1x2", {4, 6, 8}, 4), Distribution::grid({4, 6, 8}, {2, 1, 2}));
  // The second would have boxes for all memory, and the third one for none of them.
  for (const char* const text : {"grid:2x1x3", "grid:2000000000x1x1", "grid:65536x65536x1", "grid:-1x1x-4"})
    EXPECT_THROW(parse_distribution(text, {4, 6, 8}, 4), Error) << text;
}

TEST(Distribution, MakesPencilsAndBricks) {
  const Distribution pencils = Distribution::pencils({8, 8, 8}, 4, 1);
  EXPECT_EQ(pencils.boxes[3], (Box{{4, 0, 4}, {8, 8, 8}}));
  EXPECT_TRUE(pencils.whole(1));
  const Distribution bricks = Distribution::bricks({8, 8, 8}, 8);
  EXPECT_EQ(bricks.boxes[7], (Box{{4, 4, 4}, {8, 8, 8}}));
  // 1 x 6 would leave boxes of 2 x 1, 2 x 3 is better.
  EXPECT_EQ(Distribution::bricks({2, 6}, 6).boxes[0].volume(), 2);
  EXPECT_THROW(Distribution::pencils({8}, 2, 0), Error);
  EXPECT_THROW(Distribution::pencils({8, 8}, 2, 2), Error);
}

TEST(Distribution, GivesEverythingToOneRank) {
  const Distribution one = Distribution::on_rank({4, 4}, 3, 1);
  EXPECT_EQ(one.boxes[1].volume(), 16);
  EXPECT_TRUE(one.boxes[0].empty());
  EXPECT_EQ(complaint(one), "");
  EXPECT_TRUE(one.whole(0));
  EXPECT_THROW(Distribution::on_rank({4}, 3, 3), Error);
}

TEST(Distribution, NamesTheRanksWhoseBoxesOverlap) {
  Distribution both = Distribution::slabs({8, 4}, 4);
  both.boxes[2].begin[0] = 3;
  EXPECT_THAT(complaint(both), HasSubstr("the boxes of ranks 1 and 2: both have [3,4)x[0,4)"));
}

TEST(Distribution, CountsWhatNobodyHas) {
  Distribution hole = Distribution::slabs({8, 4}, 4);
  hole.boxes[2].end[1] = 3;
  EXPECT_THAT(complaint(hole), HasSubstr("its boxes have 30 of 32 elements"));
}

TEST(Distribution, NamesTheRankWhoseBoxIsOutside) {
  Distribution outside = Distribution::slabs({8, 4}, 2);
  outside.boxes[1].end[0] = 9;
  EXPECT_THAT(complaint(outside), HasSubstr("of rank 1: the array is 8x4"));
  outside.boxes[1].end.pop_back();
  EXPECT_THAT(complaint(outside), HasSubstr("the box of rank 1"));
  EXPECT_THAT(complaint({{}, {}}), HasSubstr("it needs an axis"));
}

TEST(ProcessGrids, AreAllFactorisations) {
  EXPECT_THAT(process_grids(4, 2), ElementsAre(ElementsAre(1, 4), ElementsAre(2, 2), ElementsAre(4, 1)));
  EXPECT_THAT(process_grids(5, 1), ElementsAre(ElementsAre(5)));
  EXPECT_EQ(process_grids(4096, 2).size(), 13U);
  EXPECT_TRUE(process_grids(4, 0).empty());
}

}  // namespace
}  // namespace papilio::mpi
