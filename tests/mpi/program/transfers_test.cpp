// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/arrays/transfers.hpp"

#include <gtest/gtest.h>

#include <map>

#include "mpi/arrays.hpp"

namespace papilio::mpi {
namespace {

TEST(Transfers, AreTheCommonBoxes) {
  const Distribution rows = Distribution::slabs({4, 6}, 2, 0);
  const Distribution columns = Distribution::slabs({4, 6}, 2, 1);
  const std::vector<Block> sent = blocks_sent(rows, columns, 0);
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[1], (Block{1, {{0, 3}, {2, 6}}}));
  const std::vector<Block> received = blocks_received(rows, columns, 0);
  ASSERT_EQ(received.size(), 2U);
  EXPECT_EQ(received[1], (Block{1, {{2, 0}, {4, 3}}}));
  const Volume volume = volume_exchanged(rows, columns, 0);
  EXPECT_EQ(volume.sent, 6);
  EXPECT_EQ(volume.received, 6);
  EXPECT_EQ(volume.messages, 2);
}

TEST(Transfers, SendNothingThatStays) {
  const Distribution bricks = Distribution::bricks({6, 6, 6}, 8);
  for (int rank = 0; rank < 8; ++rank) EXPECT_EQ(volume_exchanged(bricks, bricks, rank).sent, 0);
}

/// What one rank sends to another is what that one receives from it, every element is sent once, and no more than
/// leaves its owner.
TEST(Transfers, MatchForAnyBoxes) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const int ranks = static_cast<int>(1 + seed % 9);
    const std::vector<std::int64_t> lengths = {5, 7, static_cast<std::int64_t>(1 + seed % 4)};
    const Distribution from = test::random_boxes(lengths, ranks, seed);
    const Distribution to = test::random_boxes(lengths, ranks, seed + 1000);
    from.validate();
    to.validate();
    std::map<std::pair<int, int>, Box> sent;
    std::int64_t all = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      for (const Block& block : blocks_sent(from, to, rank)) {
        sent[{rank, block.peer}] = block.box;
        all += block.box.volume();
      }
    }
    EXPECT_EQ(all, from.volume());
    std::size_t received = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      for (const Block& block : blocks_received(from, to, rank)) {
        EXPECT_EQ((sent[{block.peer, rank}]), block.box) << seed;
        ++received;
      }
    }
    EXPECT_EQ(received, sent.size());
  }
}

}  // namespace
}  // namespace papilio::mpi
