// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exchanges by NCCL: the binding and the engine in device memory, with a fake NCCL, a fake CUDA driver and the PTX
// machine.
#include "mpi/carriers/nccl.hpp"

#include <cstdlib>

#include "mpi/devices/fixture.hpp"
#include "support/fake_cuda/fake_cuda.hpp"
#include "support/fake_nccl/fake_nccl.hpp"

namespace papilio::test {
namespace {

using mpi::Distribution;

/// Before the first device is looked for.
[[maybe_unused]] const bool fakes_are_named = setenv("PAPILIO_CUDA_LIBRARY", PAPILIO_FAKE_CUDART, 1) == 0 &&
                                              setenv("PAPILIO_NCCL_LIBRARY", PAPILIO_FAKE_NCCL, 1) == 0 &&
                                              setenv("PAPILIO_CACHE", "off", 1) == 0;

extern "C" int cudaSetDevice(int device);

Device cuda_device(int rank) { return Device("cuda:" + std::to_string(rank)); }

class Nccl : public testing::Test {
 protected:
  void SetUp() override {
    fake_cuda_state()->devices = 4;
    cudaSetDevice(0);  // from here on kernels run
    *fake_nccl_state() = {};
  }
  void TearDown() override { EXPECT_EQ(fake_nccl_state()->alive, 0) << "communicators are left"; }

  static void expect_bits(const char* token, const Distribution& in, const Distribution& out,
                          UserSide side = UserSide::device) {
    expect_bits_of_one({Problem::parse(token), in, out, 1, mpi::Carrier::nccl}, cuda_device, side);
  }
};

TEST_F(Nccl, GivesTheBitsOfOneDeviceForSlabs) { expect_bits_for_slabs(expect_bits, {2, 3, 4}); }

TEST_F(Nccl, GivesTheBitsOfOneDeviceWithNarrowMessages) { expect_bits_with_narrow_messages(expect_bits); }

TEST_F(Nccl, GivesTheBitsOfOneDeviceForPencilsAndBricks) { expect_bits_for_pencils_and_bricks(expect_bits, 4); }

TEST_F(Nccl, GivesTheBitsOfOneDeviceForUnevenBoxes) { expect_bits_for_uneven_boxes(expect_bits, UserSide::device); }

/// Chunks cut boxes into parts that have fewer columns than the tile of the whole pass's kernel.
TEST_F(Nccl, GivesTheBitsOfOneDeviceInNarrowParts) {
  for (const char* token : {"r2c:f32:20x16x26", "c2c:f64:16x12x10"}) {
    const Problem each = Problem::parse(token);
    expect_bits(token, Distribution::slabs(each.input_lengths(), 2), Distribution::slabs(each.output_lengths(), 2, 2));
    expect_bits(token, Distribution::slabs(each.input_lengths(), 2), Distribution::slabs(each.output_lengths(), 2, 1));
  }
}

TEST_F(Nccl, TransformsMemoryOfTheHost) {
  for (const char* token : {"c2c:f32:6x8x4", "r2c:f32:6x8:inplace"}) {
    const Problem problem = Problem::parse(token);
    expect_bits(token, Distribution::slabs(problem.input_lengths(), 2),
                Distribution::slabs(problem.output_lengths(), 2), UserSide::host);
  }
}

/// No message goes through the host: what the driver copies to and from it is the user's.
TEST_F(Nccl, SendsFromDeviceMemory) {
  const Problem problem = Problem::parse("c2c:f32:8x8x8");
  const DistributedCase test{problem, Distribution::slabs(problem.lengths, 2, 0),
                             Distribution::slabs(problem.lengths, 2, 2), 1, mpi::Carrier::nccl};
  mpi::run_ranks(2, [&](mpi::ThreadTeam& team) {
    const Device device = cuda_device(team.rank());
    DistributedRank distributed(team, device, test);
    mpi::ExecutionArrays user;
    user.input_bytes = user.output_bytes = 8 * 8 * 4 * 8;
    user.input_buffer = Buffer(device, user.input_bytes);
    user.output_buffer = Buffer(device, user.output_bytes);
    team.agree(std::nullopt);
    if (team.rank() == 0) fake_cuda_state()->calls.clear();
    team.agree(std::nullopt);
    const mpi::ExecutionTimes timing = distributed.prepared().execute(user);
    EXPECT_EQ(timing.sent_bytes, 8 * 4 * 4 * 8);
    team.agree(std::nullopt);
  });
  EXPECT_EQ(fake_cuda_state()->calls["cuMemcpyHtoDAsync_v2"] + fake_cuda_state()->calls["cuMemcpyDtoHAsync_v2"], 0);
  EXPECT_EQ(fake_cuda_state()->calls["cuMemcpyDtoDAsync_v2"], 0) << "passes store what stays";
  EXPECT_EQ(fake_nccl_state()->bytes, 2 * 8 * 4 * 4 * 8);
  EXPECT_EQ(fake_nccl_state()->groups, 2);
}

/// The failure of a call of one rank is the same error on all, and nobody waits.
class Failing : public Nccl, public testing::WithParamInterface<const char*> {};

TEST_P(Failing, IsTheSameErrorOnEveryRank) {
  const Problem problem = Problem::parse("c2c:f32:6x6x4");
  const DistributedCase test{problem, Distribution::slabs(problem.lengths, 3), Distribution::slabs(problem.lengths, 3),
                             1, mpi::Carrier::nccl};
  for (const int skip : {0, 1}) {  // in the first exchange, or later
    *fake_nccl_state() = {};
    std::vector<std::string> messages(3);
    std::vector<std::string> later(3);
    mpi::run_ranks(3, [&](mpi::ThreadTeam& team) {
      const auto own = static_cast<std::size_t>(team.rank());
      const Device device = cuda_device(team.rank());
      DistributedRank distributed(team, device, test);
      if (team.rank() == 0) {
        fake_nccl_state()->failing_call = GetParam();
        fake_nccl_state()->failing_rank = 2;
        fake_nccl_state()->skip = skip;
      }
      team.agree(std::nullopt);
      const auto complaint = [&] {
        const std::optional<mpi::Failure> failure = mpi::attempt([&] { distributed.run(UserSide::device); });
        return failure ? failure->message : std::string();
      };
      messages[own] = complaint();
      later[own] = complaint();
    });
    EXPECT_NE(messages[0].find("rank 2: "), std::string::npos) << messages[0];
    EXPECT_NE(messages[0].find(GetParam()), std::string::npos) << messages[0];
    EXPECT_NE(messages[0].find("as the fake NCCL tells"), std::string::npos) << messages[0];
    EXPECT_EQ(messages[1], messages[0]);
    EXPECT_EQ(messages[2], messages[0]);
    EXPECT_EQ(fake_nccl_state()->aborted, 3);
    for (const std::string& message : later) EXPECT_NE(message.find("make another plan"), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Calls, Failing, testing::Values("ncclSend", "ncclRecv", "ncclGroupEnd"));

/// The communicator of the rank that has succeeded is given up.
TEST_F(Nccl, FailsToStartOnEveryRank) {
  fake_nccl_state()->failing_call = "ncclCommInitRank";
  fake_nccl_state()->failing_rank = 1;
  std::vector<std::string> messages(2);
  mpi::run_ranks(2, [&](mpi::ThreadTeam& team) {
    const std::optional<mpi::Failure> failure =
        mpi::attempt([&] { mpi::NcclTransport(team, cuda_device(team.rank())); });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
  });
  EXPECT_NE(messages[0].find("rank 1: ncclCommInitRank"), std::string::npos) << messages[0];
  EXPECT_EQ(messages[1], messages[0]);
}

/// A kernel that does not run on one rank is an error of all, and the communicator can still be used.
TEST_F(Nccl, OutlivesAFailureOfAPass) {
  const Problem problem = Problem::parse("c2c:f32:6x4");
  const DistributedCase test{problem, Distribution::slabs(problem.lengths, 2),
                             Distribution::slabs(problem.lengths, 2, 1), 1, mpi::Carrier::nccl};
  std::vector<std::string> messages(2);
  mpi::run_ranks(2, [&](mpi::ThreadTeam& team) {
    const Device device = cuda_device(team.rank());
    DistributedRank distributed(team, device, test);
    distributed.run(UserSide::device);
    mpi::ExecutionArrays user;
    user.input_bytes = user.output_bytes = 6 * 4 * 8 / 2;
    user.input_buffer = Buffer(device, user.input_bytes);
    // Too small for the last pass on rank 1.
    user.output_buffer = Buffer(device, team.rank() == 1 ? 16 : user.output_bytes);
    const std::optional<mpi::Failure> failure = mpi::attempt([&] { distributed.prepared().execute(user); });
    messages[static_cast<std::size_t>(team.rank())] = failure ? failure->message : "";
    EXPECT_NO_THROW(distributed.run(UserSide::device));
    team.agree(std::nullopt);
  });
  EXPECT_NE(messages[0].find("rank 1: "), std::string::npos) << messages[0];
  EXPECT_EQ(messages[1], messages[0]);
  EXPECT_EQ(fake_nccl_state()->aborted, 0);
}

}  // namespace
}  // namespace papilio::test
