// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/ranks/thread_team.hpp"

#include <gmock/gmock.h>

#include <array>

namespace papilio::mpi {
namespace {

constexpr int ranks = 3;

/// The numbers of all ranks on every rank, and what follows from them.
TEST(ThreadTeam, GathersAndBroadcasts) {
  run_ranks(ranks, [&](ThreadTeam& team) {
    for (int round = 0; round < 50; ++round) {
      EXPECT_THAT(gathered(team, team.rank() + round), testing::ElementsAre(round, round + 1, round + 2));
      EXPECT_EQ(broadcast(team, std::string(static_cast<std::size_t>(team.rank() + round), 'x')).size(),
                static_cast<std::size_t>(round));
    }
    EXPECT_EQ(largest(team, 1.5 * team.rank()), 3);
    EXPECT_TRUE(all_ranks(team, true));
    EXPECT_FALSE(all_ranks(team, team.rank() != 1));
    EXPECT_TRUE(any_rank(team, team.rank() == 1));
    EXPECT_FALSE(any_rank(team, false));
    const auto shared = shared_by_ranks<std::array<int, ranks>>(team);
    (*shared)[static_cast<std::size_t>(team.rank())] = team.rank() + 7;
    team.agree(std::nullopt);
    EXPECT_THAT(*shared, testing::ElementsAre(7, 8, 9));
    team.agree(std::nullopt);
  });
}

TEST(ThreadTeam, NamesTheFirstDifference) {
  std::array<std::string, ranks> messages;
  run_ranks(ranks, [&](ThreadTeam& team) {
    const std::optional<Failure> failure = attempt([&] {
      agree_on(team, {{"the problem", team.rank() == 2 ? "c2c:f64:8" : "c2c:f32:8"}});
    });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
  });
  for (const std::string& message : messages)
    EXPECT_THAT(message, testing::HasSubstr("rank 2: the problem differs between ranks"));
}

/// Letters of one sender with one tag keep their order, whatever comes with other tags.
TEST(ThreadTeam, KeepsTheOrderOfLetters) {
  run_ranks(ranks, [&](ThreadTeam& team) {
    const std::unique_ptr<Post> post = team.make_post();
    constexpr int letters = 20;
    for (int i = 0; i < letters; ++i) {
      for (int peer = 0; peer < ranks; ++peer) {
        const int value = 100 * team.rank() + i;
        post->tell(peer, i % 2, std::as_bytes(std::span(&value, 1)));
      }
    }
    for (int peer = ranks - 1; peer >= 0; --peer) {
      for (int i = letters - 2; i < letters; ++i) {  // the last ones of each tag come last
        for (int k = i % 2; k <= i; k += 2) {
          int value = -1;
          post->hear(peer, i % 2, std::as_writable_bytes(std::span(&value, 1)));
          EXPECT_EQ(value, 100 * peer + k);
        }
      }
    }
    post->finish();
    team.agree(std::nullopt);
  });
}

TEST(ThreadTeam, HearsOfARankThatHasLeft) {
  std::string message;
  try {
    run_ranks(2, [&](ThreadTeam& team) {
      const std::unique_ptr<Post> post = team.make_post();
      if (team.rank() == 1) throw Error::invalid_argument("a rank", "it leaves");
      int value = 0;
      const std::optional<Failure> failure =
          attempt([&] { post->hear(1, 0, std::as_writable_bytes(std::span(&value, 1))); });
      message = failure ? failure->message : "none";
    });
  } catch (const Error&) {
  }
  EXPECT_THAT(message, testing::HasSubstr("rank 1: a rank: it leaves"));
}

}  // namespace
}  // namespace papilio::mpi
