// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/engine/narrower_shapes.hpp"

#include <gtest/gtest.h>

namespace papilio::test {
namespace {

TEST(NarrowerShapes, HalveTilesAndThreads) {
  const auto halved = mpi::narrower({"6x8:threads=128:tile=16:resident=7:interleaved"});
  ASSERT_TRUE(halved);
  EXPECT_EQ(halved->tokens, "6x8:threads=64:tile=8:interleaved");
  EXPECT_EQ(mpi::narrower({"4x4:threads=32:tile=2:pad=1"})->tokens, "4x4:threads=32:tile=1");
}

TEST(NarrowerShapes, KeepRadicesTwiddlesAndSeparators) {
  EXPECT_EQ(mpi::narrower({"16x16:threads=256:tile=16:twiddles=products:cluster=8/1,8+4:tile=2"})->tokens,
            "16x16:threads=128:tile=8:twiddles=products,8+4:tile=1");
}

TEST(NarrowerShapes, EndAtATileOfOne) {
  EXPECT_FALSE(mpi::narrower({"16x16:threads=256:tile=1"}));
  EXPECT_FALSE(mpi::narrower({"16x16"}));
  EXPECT_FALSE(mpi::narrower({""}));
}

}  // namespace
}  // namespace papilio::test
