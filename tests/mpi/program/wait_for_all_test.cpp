// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "mpi/ranks/wait_for_all.hpp"

#include <gmock/gmock.h>

#include <array>
#include <papilio/error.hpp>

#include "mpi/ranks/thread_team.hpp"

namespace papilio::mpi {
namespace {

using testing::HasSubstr;

TEST(Settling, EndsWhenAllHaveFinished) {
  std::array<bool, 3> finished = {};
  run_ranks(3, [&](ThreadTeam& team) {
    int looks = 0;
    std::optional<Failure> failure;
    finished[static_cast<std::size_t>(team.rank())] = wait_for_all_ranks(
        team, [&] { return ++looks > 10 * team.rank(); }, failure);
    EXPECT_FALSE(failure);
    team.agree(failure);
  });
  for (const bool each : finished) EXPECT_TRUE(each);
}

/// The others' commands would never end.
TEST(Settling, EndsWhenOneHasFailed) {
  std::array<std::string, 3> messages;
  run_ranks(3, [&](ThreadTeam& team) {
    std::optional<Failure> failure;
    const auto finished = [&]() -> bool {
      if (team.rank() == 1) throw Error::device_failed("a device", "it has gone");
      return false;
    };
    EXPECT_FALSE(wait_for_all_ranks(team, finished, failure));
    EXPECT_EQ(failure.has_value(), team.rank() == 1);
    const std::optional<Failure> agreed = attempt([&] { team.agree(failure); });
    messages[static_cast<std::size_t>(team.rank())] = agreed ? agreed->message : "";
    team.agree(std::nullopt);
    EXPECT_TRUE(wait_for_all_ranks(
        team, [] { return true; }, failure = std::nullopt))
        << "the failure is over";
  });
  for (const std::string& message : messages) EXPECT_THAT(message, HasSubstr("rank 1: a device: it has gone"));
}

/// A team of one with a limit.
class Impatient final : public ThreadTeam {
 public:
  using ThreadTeam::ThreadTeam;
  [[nodiscard]] double limit() const override { return 0.01; }
};

TEST(Settling, HasALimit) {
  ThreadRanks alone(1);
  Impatient team(alone, 0);
  std::optional<Failure> failure;
  EXPECT_FALSE(wait_for_all_ranks(
      team, [] { return false; }, failure));
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->message, HasSubstr("not finished within 0.01 s"));
}

}  // namespace
}  // namespace papilio::mpi
