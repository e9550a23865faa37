// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchanges through peer memory, with a fake CUDA driver and the PTX machine.
#include <cstdlib>
#include <papilio/cuda.hpp>
#include <thread>

#include "mpi/carriers/peer_copies.hpp"
#include "mpi/devices/fixture.hpp"
#include "support/fake_cuda/fake_cuda.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

extern "C" int cudaSetDevice(int device);

Device cuda_device(int rank) { return Device("cuda:" + std::to_string(rank)); }

class Peer : public testing::Test {
 protected:
  void SetUp() override {
    fake_cuda_state()->devices = 8;
    fake_cuda_state()->peer_access = true;
    fake_cuda_state()->peers.clear();
    cudaSetDevice(0);  // from here on kernels run
  }

  static void expect_bits(const char* token, const Distribution& in, const Distribution& out,
                          UserSide side = UserSide::device) {
    expect_bits_of_one({Problem::parse(token), in, out, 1, mpi::Carrier::peer}, cuda_device, side);
  }
};

TEST_F(Peer, GivesTheBitsOfOneDeviceForSlabs) { expect_bits_for_slabs(expect_bits, {1, 2, 3, 8}); }

TEST_F(Peer, GivesTheBitsOfOneDeviceWithNarrowMessages) { expect_bits_with_narrow_messages(expect_bits); }

TEST_F(Peer, GivesTheBitsOfOneDeviceWithPaddedRows) {
  for (const int ranks : {2, 3}) {
    expect_bits_with_padded_rows(cuda_device, mpi::Carrier::peer, ranks, UserSide::device);
  }
  for (const UserSide side : {UserSide::host, UserSide::device}) {
    expect_bits_with_padded_rows(cuda_device, mpi::Carrier::mpi_host, 2, side);
  }
}

TEST_F(Peer, GivesTheBitsOfOneDeviceForPencilsAndBricks) { expect_bits_for_pencils_and_bricks(expect_bits, 6); }

TEST_F(Peer, GivesTheBitsOfOneDeviceForUnevenBoxes) { expect_bits_for_uneven_boxes(expect_bits, UserSide::host); }

TEST_F(Peer, GivesTheBitsOfOneDeviceInChunksOfTurns) {
  for (const char* token : {"c2c:f32:12x8x10", "r2c:f64:9x6x10", "c2c:f32:8x6x12*5", "c2c:f32:8x8x8:inplace"}) {
    const Problem problem = Problem::parse(token);
    for (const int ranks : {3, 4}) {
      for (const int chunks : {3, 4, 6}) {
        expect_bits_of_one({problem, Distribution::slabs(problem.input_lengths(), ranks, 0),
                            Distribution::slabs(problem.output_lengths(), ranks, 2), chunks, mpi::Carrier::peer},
                           cuda_device, UserSide::device);
      }
    }
  }
}

/// Each rank receives from one sender at a time: a copy waits for the one before it at its receiver.
TEST_F(Peer, KeepsOneOrderOfAllRanks) {
  constexpr int ranks = 4;
  constexpr int chunks = 2;
  std::size_t waits = 0;
  mpi::run_ranks(ranks, [&](mpi::ThreadTeam& team) {
    const Device device = cuda_device(team.rank());
    auto peers = std::make_shared<mpi::GpuPeers>(team, device, mpi::PeerMemory::Bytes{});
    mpi::PeerCopies transport(team, device, peers, chunks);
    const Stream stream(device);
    const Buffer memory(device, 1024);
    auto* const bytes = static_cast<std::byte*>(cuda::native_pointer(memory));
    std::vector<mpi::Message> messages;
    for (int i = 0; i < chunks * ranks; ++i) {
      if (i % ranks != team.rank()) messages.push_back({i % ranks, 16 * i, 16, i / ranks});
    }
    team.agree(std::nullopt);
    if (team.rank() == 0) waits = fake_cuda_state()->waits.size();
    team.agree(std::nullopt);
    transport.expect(messages, bytes + 512, stream);
    for (int chunk = 0; chunk < chunks; ++chunk) transport.send(mpi::of_chunk(messages, chunk), chunk, bytes);
    team.agree(std::nullopt);
    if (team.rank() == 0) waits = fake_cuda_state()->waits.size() - waits;
    team.agree(std::nullopt);
    for (int chunk = 0; chunk < chunks; ++chunk) transport.wait(chunk);
    transport.finish();
    while (!transport.finished(stream)) std::this_thread::yield();
    team.agree(std::nullopt);
  });
  constexpr int copies = ranks * (ranks - 1) * chunks;
  EXPECT_EQ(waits, 3 * copies - ranks) << "for what is sent, for its place, and for the copy before, if there is one";
}

/// In several chunks copy engines push what goes to others, and nothing else: passes store what stays.
TEST_F(Peer, CopiesInTurnsOnlyWhatGoesToOthers) {
  const Problem problem = Problem::parse("c2c:f32:8x8x8");
  constexpr int ranks = 2;
  constexpr int chunks = 4;
  const DistributedCase test{problem, Distribution::slabs(problem.lengths, ranks, 0),
                             Distribution::slabs(problem.lengths, ranks, 2), chunks, mpi::Carrier::peer};
  fake_cuda_state()->calls.clear();
  mpi::run_ranks(ranks, [&](mpi::ThreadTeam& team) {
    const Device device = cuda_device(team.rank());
    DistributedRank(team, device, test).run(UserSide::device);
    team.agree(std::nullopt);
  });
  EXPECT_EQ(fake_cuda_state()->calls["cuMemcpyDtoDAsync_v2"], ranks * chunks);
  EXPECT_EQ(fake_cuda_state()->calls["cuMemcpy3DAsync_v2"], 0);
}

TEST_F(Peer, EnablesAccessBetweenAllDevices) {
  mpi::run_ranks(3, [&](mpi::ThreadTeam& team) { mpi::GpuPeers(team, cuda_device(team.rank()), {}); });
  EXPECT_EQ(fake_cuda_state()->peers.size(), 6);
}

std::vector<std::string> complaints_of_starting(int ranks) {
  std::vector<std::string> messages(static_cast<std::size_t>(ranks));
  mpi::run_ranks(ranks, [&](mpi::ThreadTeam& team) {
    const std::optional<mpi::Failure> failure =
        mpi::attempt([&] { mpi::GpuPeers(team, cuda_device(team.rank()), {}); });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
  });
  return messages;
}

TEST_F(Peer, IsAnErrorOnEveryRankWithoutAccess) {
  fake_cuda_state()->peer_access = false;
  const std::vector<std::string> messages = complaints_of_starting(2);
  EXPECT_NE(messages[0].find("rank 0: exchanges through peer memory from cuda:0 to cuda:1"), std::string::npos)
      << messages[0];
  EXPECT_EQ(messages[1], messages[0]);
}

/// A pass that does not run on one rank is an error of all; the next execution is as good as ever.
TEST_F(Peer, OutlivesAFailureOfAPass) {
  const Problem problem = Problem::parse("c2c:f32:6x4x6");
  const DistributedCase test{problem, Distribution::slabs(problem.lengths, 2), Distribution::slabs(problem.lengths, 2),
                             1, mpi::Carrier::peer};
  std::vector<std::string> messages(2);
  mpi::run_ranks(2, [&](mpi::ThreadTeam& team) {
    const Device device = cuda_device(team.rank());
    DistributedRank distributed(team, device, test);
    mpi::ExecutionArrays user;
    user.input_bytes = user.output_bytes = 6 * 4 * 6 * 8 / 2;
    user.output_buffer = Buffer(device, user.output_bytes);
    user.input_buffer = Buffer(device, team.rank() == 1 ? 16 : user.input_bytes);  // too small for the first pass
    const std::optional<mpi::Failure> failure = mpi::attempt([&] { distributed.prepared().execute(user); });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
    user.input_buffer = Buffer(device, user.input_bytes);
    EXPECT_NO_THROW(distributed.prepared().execute(user));
    EXPECT_NO_THROW(distributed.run(UserSide::device));
    team.agree(std::nullopt);
  });
  EXPECT_NE(messages[0].find("rank 1: "), std::string::npos) << messages[0];
  EXPECT_EQ(messages[1], messages[0]);
}

/// A rank whose stream cannot wait for those of others does not leave them alone.
TEST_F(Peer, IsAnErrorOnEveryRankAtTheMeetingAfterAFailedWait) {
  std::vector<std::string> messages(2);
  mpi::run_ranks(2, [&](mpi::ThreadTeam& team) {
    const Device device = cuda_device(team.rank());
    mpi::GpuPeers peers(team, device, {64, 64});
    const Stream stream(device);
    if (team.rank() == 0) {
      fake_cuda_state()->next_status["cuStreamWaitEvent"] = backend::cuda::CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    team.agree(std::nullopt);
    std::optional<mpi::Failure> failure;
    EXPECT_NO_THROW(peers.barrier(stream, failure));
    const std::optional<mpi::Failure> late = mpi::attempt([&] { peers.barrier(stream, failure); });
    messages[static_cast<std::size_t>(team.rank())] = late ? late->message : "";
    team.agree(std::nullopt);
  });
  EXPECT_NE(messages[0].find("rank "), std::string::npos) << messages[0];
  EXPECT_EQ(messages[1], messages[0]);
}

/// A copy that fails on one rank is the same error on all, and nobody waits, then or later.
TEST_F(Peer, IsAnErrorOnEveryRankIfACopyFails) {
  const Problem problem = Problem::parse("c2c:f32:6x6x4");
  const DistributedCase test{problem, Distribution::slabs(problem.lengths, 3), Distribution::slabs(problem.lengths, 3),
                             2, mpi::Carrier::peer};
  std::vector<std::string> messages(3);
  std::vector<std::string> later(3);
  mpi::run_ranks(3, [&](mpi::ThreadTeam& team) {
    const auto own = static_cast<std::size_t>(team.rank());
    const Device device = cuda_device(team.rank());
    DistributedRank distributed(team, device, test);
    if (team.rank() == 0) {
      fake_cuda_state()->next_status["cuMemcpyDtoDAsync_v2"] = backend::cuda::CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    team.agree(std::nullopt);
    const auto complaint = [&] {
      const std::optional<mpi::Failure> failure = mpi::attempt([&] { distributed.run(UserSide::device); });
      return failure ? failure->message : std::string();
    };
    messages[own] = complaint();
    later[own] = complaint();
  });
  EXPECT_NE(messages[0].find(": a copy to the memory of rank "), std::string::npos) << messages[0];
  EXPECT_EQ(messages[1], messages[0]);
  EXPECT_EQ(messages[2], messages[0]);
  for (const std::string& message : later) EXPECT_NE(message.find("make another plan"), std::string::npos) << message;
}

}  // namespace
}  // namespace papilio::test
