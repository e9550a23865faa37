// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/scale/turns.hpp"

#include <gtest/gtest.h>

#include "mpi/methods/methods.hpp"

namespace papilio::tool {
namespace {

using mpi::Distribution;

int turns(const char* token, const ScaleLinks& links, int last_axis) {
  const Problem problem = Problem::parse(token).normalised();
  const auto schedule = mpi::make_schedule(problem, Distribution::slabs(problem.input_lengths(), links.devices, 0),
                                           Distribution::slabs(problem.output_lengths(), links.devices, last_axis));
  return turns_for(links, problem, schedule);
}

TEST(Turns, AreTheFastestThatWereMeasured) {
  const ScaleLinks two{ScaleLink::peer, true, 2};
  EXPECT_EQ(turns("c2c:f32:1024x1024x1024", two, 2), 8);
  EXPECT_EQ(turns("c2c:f32:512x512x512", two, 2), 4);
  EXPECT_EQ(turns("r2c:f32:1024x1024x1024", two, 2), 4);
  EXPECT_EQ(turns("c2c:f32:256x256x256", two, 2), 2);
  EXPECT_EQ(turns("c2c:f32:128x128x128", two, 2), 1);
  EXPECT_EQ(turns("c2c:f32:256x256x256*8", two, 2), 4);
  const ScaleLinks four{ScaleLink::peer, true, 4};
  EXPECT_EQ(turns("c2c:f32:1024x1024x1024", four, 2), 8);
  EXPECT_EQ(turns("r2c:f32:1024x1024x1024", four, 2), 4);
  EXPECT_EQ(turns("c2c:f32:512x512x512", four, 2), 1);
  EXPECT_EQ(turns("c2c:f32:1024x1024x1024", {ScaleLink::nccl, true, 4}, 2), 4);
}

TEST(Turns, AreOneWhereTheyHideNothing) {
  EXPECT_EQ(turns("c2c:f32:4096x4096*8", {ScaleLink::peer, true, 2}, 1), 1) << "the exchange cuts the pass's axis";
  EXPECT_EQ(turns("c2c:f32:1024x1024x1024", {ScaleLink::host, false, 2}, 2), 1);
  EXPECT_EQ(turns("c2c:f32:1024x1024x1024", {ScaleLink::peer, false, 2}, 2), 1) << "PoCL's processors";
}

}  // namespace
}  // namespace papilio::tool
