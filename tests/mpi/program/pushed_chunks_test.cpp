// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/choose/pushed_chunks.hpp"

#include <gtest/gtest.h>

#include "mpi/methods/methods.hpp"

namespace papilio::mpi {
namespace {

int chunks_of(const char* token, int ranks, int last_axis) {
  const Problem problem = Problem::parse(token).normalised();
  return pushed_chunks(problem, make_schedule(problem, Distribution::slabs(problem.input_lengths(), ranks, 0),
                                              Distribution::slabs(problem.output_lengths(), ranks, last_axis)));
}

TEST(PushedChunks, AreTheFastestThatWereMeasured) {
  EXPECT_EQ(chunks_of("c2c:f32:1024x1024x1024", 2, 2), 8);
  EXPECT_EQ(chunks_of("c2c:f32:512x512x512", 2, 2), 4);
  EXPECT_EQ(chunks_of("r2c:f32:1024x1024x1024", 2, 2), 4);
  EXPECT_EQ(chunks_of("c2c:f32:256x256x256", 2, 2), 2);
  EXPECT_EQ(chunks_of("c2c:f32:128x128x128", 2, 2), 1);
  EXPECT_EQ(chunks_of("c2c:f32:256x256x256*8", 2, 2), 4);
  EXPECT_EQ(chunks_of("c2c:f32:1024x1024x1024", 4, 2), 8);
  EXPECT_EQ(chunks_of("r2c:f32:1024x1024x1024", 4, 2), 4);
  EXPECT_EQ(chunks_of("c2c:f32:512x512x512", 4, 2), 1);
}

TEST(PushedChunks, AreOneWhereTheyHideNothing) {
  EXPECT_EQ(chunks_of("c2c:f32:4096x4096*8", 2, 1), 1) << "the exchange cuts the axis of the pass";
  EXPECT_EQ(chunks_of("c2c:f32:67108864", 2, 0), 1) << "six steps have one chunk";
  EXPECT_EQ(chunks_of("c2c:f32:1024x1024x1024", 8, 2), 1) << "not measured";
}

}  // namespace
}  // namespace papilio::mpi
