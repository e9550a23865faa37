// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Messages between threads through the host's memory.
#include <numbers>

#include "mpi/devices/fixture.hpp"
#include "support/test_device.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

class Local : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    std::string why;
    device_ = open_test_device(why);
    if (!device_) GTEST_SKIP() << why;
  }
  void expect_bits(const char* token, const Distribution& in, const Distribution& out, UserSide side) {
    expect_bits_of_one(
        {Problem::parse(token), in, out}, [&](int) { return device_; }, side);
  }

  Device device_;
};

TEST_P(Local, GivesTheBitsOfOneRank) {
  for (const char* token :
       {"c2c:f32:8x6x10", "r2c:f64:6x9*2", "c2r:f32:4x6x8", "c2c:f16:8x16", "r2c:f32:6x9:inplace", "c2c:f32:60*2"}) {
    const Problem problem = Problem::parse(token);
    for (const UserSide side : {UserSide::host, UserSide::device}) {
      expect_bits(token, Distribution::slabs(problem.input_lengths(), GetParam()),
                  Distribution::bricks(problem.output_lengths(), GetParam()), side);
      expect_bits(token, random_boxes(problem.input_lengths(), GetParam(), 3),
                  random_boxes(problem.output_lengths(), GetParam(), 4), side);
    }
  }
}

/// The largest numbers of f16, all of one sign: one result is their sum, and the others are 0.
TEST_P(Local, KeepsSumsOfTheLargestNumbersInNarrowMessages) {
  const Problem problem = Problem::parse("c2c:f32:8x6x10:scratch=f16").normalised();
  constexpr float largest = 65504;
  constexpr float sum = 8 * 6 * 10 * largest;
  const int ranks = GetParam();
  std::vector<float> whole(1);
  mpi::run_ranks(ranks, [&](mpi::ThreadTeam& team) {
    const DistributedCase test{problem, Distribution::slabs(problem.lengths, ranks),
                               Distribution::on_rank(problem.lengths, ranks)};
    DistributedRank distributed(team, device_, test);
    mpi::Prepared& prepared = distributed.prepared();
    const auto own = static_cast<std::size_t>(team.rank());
    std::vector<float> in(static_cast<std::size_t>(2 * test.in.boxes[own].volume()), largest);
    std::vector<float> out(static_cast<std::size_t>(2 * test.out.boxes[own].volume()));
    prepared.execute({in.data(), in.size() * sizeof(float), out.data(), out.size() * sizeof(float)});
    EXPECT_EQ(prepared.engine().roundings(), 2 * 0x1p-11 * std::numbers::sqrt2);
    if (team.rank() == 0) whole = out;
  });
  ASSERT_EQ(whole.size(), 960U);
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(whole[i], i < 2 ? sum : 0, sum * 1e-3F) << i;
}

INSTANTIATE_TEST_SUITE_P(Ranks, Local, testing::Values(1, 2, 4));

/// Ranks that store in each other's memory: slabs, pencils, bricks, uneven and empty boxes, one owner.
class Peers : public Local {
 protected:
  void expect_bits(const char* token, const Distribution& in, const Distribution& out, UserSide side) {
    expect_bits_of_one(
        {Problem::parse(token), in, out, 1, mpi::Carrier::peer}, [&](int) { return device_; }, side);
  }
};

TEST_P(Peers, GiveTheBitsOfOneRank) {
  const int ranks = GetParam();
  for (const char* token : {"c2c:f32:8x6x10", "r2c:f64:6x9*2", "c2r:f32:4x6x8", "c2c:f16:8x16", "r2c:f32:6x9:inplace",
                            "c2c:f32:5x4x6:inverse:inplace", "dct2:f32:6x8"}) {
    const Problem problem = Problem::parse(token);
    const int last = static_cast<int>(problem.lengths.size()) - 1;
    const auto in = problem.input_lengths();
    const auto out = problem.output_lengths();
    expect_bits(token, Distribution::slabs(in, ranks), Distribution::bricks(out, ranks), UserSide::host);
    expect_bits(token, Distribution::slabs(in, ranks), Distribution::slabs(out, ranks), UserSide::host);
    expect_bits(token, Distribution::pencils(in, ranks, last), Distribution::pencils(out, ranks, 0), UserSide::host);
    expect_bits(token, random_boxes(in, ranks, 3), random_boxes(out, ranks, 4), UserSide::device);
    expect_bits(token, Distribution::on_rank(in, ranks, ranks - 1), Distribution::slabs(out, ranks, last),
                UserSide::host);
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, Peers, testing::Values(1, 2, 3, 4, 6, 8));

TEST(Ranks, EndIfOneLeaves) {
  std::string message;
  try {
    mpi::run_ranks(3, [&](mpi::ThreadTeam& team) {
      team.agree(std::nullopt);
      if (team.rank() == 1) throw Error::invalid_argument("a rank", "it leaves");
      team.agree(std::nullopt);
    });
  } catch (const Error& error) {
    message = error.what();
  }
  EXPECT_EQ(message, "a rank: it leaves");
}

TEST(Ranks, ThrowTheErrorOfTheLowest) {
  std::vector<std::string> messages(3);
  mpi::run_ranks(3, [&](mpi::ThreadTeam& team) {
    for (int round = 0; round < 100; ++round) team.agree(std::nullopt);
    const std::optional<mpi::Failure> failure = mpi::attempt([&] {
      team.agree(team.rank() == 0 ? std::nullopt
                                  : std::optional(mpi::Failure{ErrorCode::io, std::to_string(team.rank())}));
    });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
    team.agree(std::nullopt);
  });
  for (const std::string& message : messages) EXPECT_EQ(message, "rank 1: 1");
}

}  // namespace
}  // namespace papilio::test
