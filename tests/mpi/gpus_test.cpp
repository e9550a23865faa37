// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One process a GPU, under mpirun: exchanges through the memory of other processes' GPUs and by NCCL, with the fake
// CUDA driver, whose device memory several processes can have open, and the fake NCCL.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <papilio/error.hpp>
#include <papilio/mpi.hpp>
#include <span>

#include "gpus_fixture.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

using mpi::Carrier;
using mpi::Distribution;
using testing::AllOf, testing::Ge, testing::HasSubstr, testing::Le, testing::Not;

constexpr auto refused = backend::cuda::CUDA_ERROR_INVALID_CONTEXT;

bool is_last() { return rank() == ranks() - 1; }
std::string last() { return "rank " + std::to_string(ranks() - 1) + ": "; }

/// What an execution throws; empty if nothing.
std::string complaint_of(const std::function<void()>& work) { return test::message_of(ErrorCode::device_failed, work); }

class Carriers : public Gpus, public testing::WithParamInterface<Carrier> {};

TEST_P(Carriers, GiveTheBitsOfOneRank) {
  for (const char* token : {"c2c:f32:8x6x4", "r2c:f32:6x8x10", "c2c:f32:8x12*2:inverse", "c2r:f32:4x6x8",
                            "c2c:f64:6x5x4", "c2c:f16:6x10", "c2c:f32:6x8:inplace", "dht:f32:6x7"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token);
    mpi::Options options;
    options.carrier = GetParam();
    const mpi::Plan slabs = plan_of(token, options);
    EXPECT_THAT(slabs.choice(), HasSubstr(GetParam() == Carrier::nccl ? "carrier=nccl" : "carrier=peer"));
    expect_bits(slabs);
    expect_bits(slabs);  // arrays and events alternate
    expect_bits({MPI_COMM_WORLD, own_, problem, random_boxes(problem.input_lengths(), ranks(), 5),
                 random_boxes(problem.output_lengths(), ranks(), 8), options});
  }
}

INSTANTIATE_TEST_SUITE_P(OfGpus, Carriers, testing::Values(Carrier::peer, Carrier::nccl));

/// Messages from the host's memory: arrays on the host need copies on the device, and the other way round.
TEST_F(Gpus, HaveTheirMemoryBeforeTheFirstExecution) {
  for (const char* token : {"c2c:f32:8x6x10", "r2c:f32:6x8:inplace"}) {
    mpi::Options options;
    options.carrier = Carrier::mpi_host;
    const mpi::Plan unknown = plan_of(token, options);
    const std::size_t least = unknown.work_bytes();
    (void)transform(unknown, rank());
    EXPECT_GT(unknown.work_bytes(), least) << "arrays on the host need more";
    options.arrays = mpi::ArrayMemory::host;
    const mpi::Plan host = plan_of(token, options);
    EXPECT_EQ(host.work_bytes(), unknown.work_bytes());
    EXPECT_TRUE(transform(host, rank()) == expected(host));
    EXPECT_EQ(host.work_bytes(), unknown.work_bytes()) << "the execution has allocated";
  }
  mpi::Options options;
  options.carrier = Carrier::mpi_host;
  options.arrays = mpi::ArrayMemory::device;
  const mpi::Plan device = plan_of("c2c:f32:8x6x10", options);
  const std::size_t bytes = device.work_bytes();
  EXPECT_GT(bytes, plan_of("c2c:f32:8x6x10", Carrier::mpi_host).work_bytes());
  EXPECT_TRUE(transform_buffers(device) == expected(device));
  EXPECT_EQ(device.work_bytes(), bytes);
}

TEST_F(Gpus, ExchangeByNcclInTurns) {
  mpi::Options options;
  options.chunks = 3;
  const mpi::Plan plan = plan_of("c2c:f32:12x6x8", options);
  EXPECT_THAT(plan.choice(), HasSubstr("chunks=3/carrier=peer"));
  options.carrier = Carrier::nccl;
  expect_bits(plan_of("c2c:f32:12x6x8", options));
}

/// Copy engines store messages in other processes' memory; where these are for the user's output, they land elsewhere.
TEST_F(Gpus, PushInTurnsIntoEachOthersMemory) {
  for (const char* token : {"c2c:f32:12x6x8", "r2c:f32:6x8x10", "c2c:f32:8x12*2:inverse", "c2r:f32:4x6x8",
                            "c2c:f16:6x10", "c2c:f32:6x8:inplace", "dht:f32:6x7"}) {
    SCOPED_TRACE(token);
    const Problem problem = Problem::parse(token);
    for (const int chunks : {2, 5}) {
      mpi::Options options;
      options.carrier = Carrier::peer;
      options.chunks = chunks;
      const mpi::Plan slabs = plan_of(token, options);
      EXPECT_THAT(slabs.choice(), HasSubstr("chunks=" + std::to_string(chunks) + "/carrier=peer"));
      fake_cuda_state()->calls.clear();
      expect_bits(slabs);
      EXPECT_EQ(fake_nccl_state()->groups, 0);
      EXPECT_GT(fake_cuda_state()->calls["cuMemcpyDtoDAsync_v2"], 0);
      expect_bits(slabs);
      expect_bits({MPI_COMM_WORLD, own_, problem, random_boxes(problem.input_lengths(), ranks(), 5),
                   random_boxes(problem.output_lengths(), ranks(), 8), options});
      expect_bits({MPI_COMM_WORLD, own_, problem, Distribution::slabs(problem.input_lengths(), ranks()),
                   Distribution::slabs(problem.output_lengths(), ranks()), options});
    }
  }
}

/// In each execution, each other rank's array is free once, each of its chunks arrives once, and each copy but the
/// first waits for the one before it at its receiver, if that is another rank's.
TEST_F(Gpus, WaitForNewEventsOfEachTurn) {
  mpi::Options options;
  options.carrier = Carrier::peer;
  options.chunks = 2;
  const mpi::Plan plan = plan_of("c2c:f32:24x6x24", options);
  const int others = ranks() - 1;
  const int arrivals = options.chunks * others;
  for (int i = 0; i < 3; ++i) {
    fake_cuda_state()->fresh_waits = 0;
    (void)transform_buffers(plan);
    EXPECT_EQ(fake_cuda_state()->fresh_waits, others + arrivals + (others == 1 ? 0 : arrivals - 1)) << plan.describe();
  }
}

TEST_F(Gpus, AreAnErrorOnEveryRankWherePushesFail) {
  mpi::Options options;
  options.carrier = Carrier::peer;
  options.chunks = 2;
  const mpi::Plan plan = plan_of("c2c:f32:12x6x8", options);
  const auto complaint = [&] { return complaint_of([&] { transform(plan, rank()); }); };
  if (is_last()) fake_cuda_state()->next_status["cuMemcpyDtoDAsync_v2"] = refused;
  EXPECT_THAT(complaint(),
              AllOf(HasSubstr(last()), HasSubstr("a copy to the memory of rank"), HasSubstr("CUDA error 201")));
  fake_cuda_state()->next_status.clear();
  EXPECT_THAT(complaint(), HasSubstr("make another plan"));
  expect_bits(plan_of("c2c:f32:12x6x8", options));
}

TEST_F(Gpus, StoreInEachOthersMemoryWithoutMessages) {
  const mpi::Plan plan = plan_of("c2c:f32:8x6x4");
  EXPECT_THAT(plan.describe(),
              AllOf(HasSubstr("carrier=peer from=model"), Not(HasSubstr("note")), Not(HasSubstr("messages="))));
  // One or two work arrays of each other rank: uneven boxes may not fit the user's output.
  EXPECT_THAT(fake_cuda_state()->opened.size(), AllOf(Ge(ranks() - 1), Le(2 * (ranks() - 1))));
  fake_cuda_state()->calls.clear();
  const Bytes out = transform_buffers(plan);
  EXPECT_EQ(fake_nccl_state()->groups, 0);
  EXPECT_EQ(fake_cuda_state()->calls["cuMemcpyDtoHAsync_v2"], out.empty() ? 0 : 1) << "the test's own";
}

/// Whichever call one rank is refused, all ranks go on by NCCL and say why.
TEST_F(Gpus, GoOnByNcclWhereOneRankIsRefused) {
  for (const char* call :
       {"cuIpcGetMemHandle", "cuIpcGetEventHandle", "cuIpcOpenMemHandle_v2", "cuIpcOpenEventHandle"}) {
    SCOPED_TRACE(call);
    if (is_last()) fake_cuda_state()->next_status[call] = refused;
    const mpi::Plan plan = plan_of("c2c:f32:6x8x4");
    EXPECT_THAT(plan.describe(), AllOf(HasSubstr("carrier=nccl"), HasSubstr("messages by NCCL, because " + last()),
                                       HasSubstr("CUDA error 201")));
    expect_bits(plan);
  }
}

TEST_F(Gpus, GoOnByMpiWhereNcclFailsToo) {
  if (is_last()) fake_cuda_state()->next_status["cuIpcOpenMemHandle_v2"] = refused;
  fake_nccl_state()->failing_call = "ncclCommInitRank";
  fake_nccl_state()->failing_rank = 0;
  const mpi::Plan plan = plan_of("c2c:f32:6x8x4");
  EXPECT_THAT(plan.describe(), AllOf(HasSubstr("carrier=mpi "), HasSubstr("messages by MPI, because " + last()),
                                     HasSubstr("; rank 0: ncclCommInitRank: NCCL says: ")));
  expect_bits(plan);
}

TEST_F(Gpus, AreAnErrorOnEveryRankWhereTheCarrierWasAskedFor) {
  if (is_last()) fake_cuda_state()->next_status["cuIpcOpenMemHandle_v2"] = refused;
  expect_complaint(Carrier::peer, ErrorCode::unsupported,
                   AllOf(HasSubstr(last()), HasSubstr("cuIpcOpenMemHandle"), HasSubstr("use nccl")));
  fake_nccl_state()->failing_call = "ncclCommInitRank";
  fake_nccl_state()->failing_rank = ranks() - 1;
  expect_complaint(Carrier::nccl, ErrorCode::unsupported, AllOf(HasSubstr(last()), HasSubstr("ncclCommInitRank")));
  expect_complaint(Carrier::mpi_device, ErrorCode::unsupported, HasSubstr("MPIX_Query_cuda_support"));
}

/// Processes may share a GPU, but not for NCCL.
TEST_F(Gpus, MayBeTheSameExceptForNccl) {
  own_ = Device("cuda:0");
  expect_bits(plan_of("c2c:f32:8x6x4", Carrier::peer));
  expect_complaint(Carrier::nccl, ErrorCode::unsupported, HasSubstr("ranks 0 and 1 have the same GPU"));
}

TEST_F(Gpus, OutliveAFailureAtAMeeting) {
  const mpi::Plan plan = plan_of("c2c:f32:8x6x4");
  const Bytes whole = expected(plan);
  if (is_last()) fake_cuda_state()->next_status["cuStreamWaitEvent"] = refused;
  const std::string message = message_of([&] { (void)transform(plan, rank()); });
  EXPECT_THAT(message, HasSubstr(last()));
  fake_cuda_state()->next_status.clear();
  EXPECT_TRUE(transform(plan, rank()) == whole);
}

constexpr int for_ever = 1 << 30;

/// The GPU of the last rank fails while the others' streams wait for its messages.
TEST_F(Gpus, ThatFailInAnExchangeByNcclLeaveNobodyWaiting) {
  for (const bool told : {true, false}) {  // by NCCL, or by the driver
    const mpi::Plan plan = plan_of("c2c:f32:8x6x4", Carrier::nccl);
    fake_nccl_state()->aborted = 0;
    fake_cuda_state()->unfinished = is_last() ? 0 : for_ever;
    if (is_last() && told) fake_nccl_state()->broken = true;
    if (is_last() && !told) fake_cuda_state()->next_status["cuStreamQuery"] = backend::cuda::CUDA_ERROR_LAUNCH_FAILED;
    EXPECT_THAT(complaint_of([&] { transform(plan, rank()); }),
                AllOf(HasSubstr(last()), HasSubstr(told ? "NCCL says: " : "CUDA error 719")));
    EXPECT_EQ(fake_nccl_state()->aborted, 1);
    EXPECT_THAT(complaint_of([&] { transform(plan, rank()); }), HasSubstr("make another plan"));
    fake_nccl_state()->broken = false;
  }
  expect_bits(plan_of("c2c:f32:8x6x4", Carrier::nccl));
}

TEST_F(Gpus, ThatFailBesideTheirPeersLeaveNobodyWaiting) {
  const mpi::Plan plan = plan_of("c2c:f32:8x6x4", Carrier::peer);
  fake_cuda_state()->unfinished = is_last() ? 0 : 1000;
  if (is_last()) fake_cuda_state()->next_status["cuStreamQuery"] = backend::cuda::CUDA_ERROR_LAUNCH_FAILED;
  EXPECT_THAT(complaint_of([&] { transform(plan, rank()); }), AllOf(HasSubstr(last()), HasSubstr("CUDA error 719")));
  fake_cuda_state()->unfinished = 0;
}

/// No call tells of anything: the last rank's stream just does not come to its end.
TEST_F(Gpus, ThatDoNotFinishAreAnErrorAfterAWhile) {
  ::setenv("PAPILIO_MPI_TIMEOUT", "0.3", 1);
  const mpi::Plan plan = plan_of("c2c:f32:8x6x4", Carrier::nccl);
  if (is_last()) fake_cuda_state()->unfinished = for_ever;
  EXPECT_THAT(complaint_of([&] { transform(plan, rank()); }),
              AllOf(HasSubstr(last()), HasSubstr("has not finished within 0.3 s")));
  EXPECT_EQ(fake_nccl_state()->aborted, 1);
  ::unsetenv("PAPILIO_MPI_TIMEOUT");
}

/// On one rank: the others do not wait for it.
TEST_F(Gpus, RefuseALimitThatIsNoNumber) {
  if (is_last()) ::setenv("PAPILIO_MPI_TIMEOUT", "soon", 1);
  const mpi::Plan plan = plan_of("c2c:f32:8x6x4", Carrier::nccl);
  const std::string message = message_of([&] { (void)transform(plan, rank()); });
  ::unsetenv("PAPILIO_MPI_TIMEOUT");
  EXPECT_THAT(message,
              AllOf(HasSubstr(last()), HasSubstr("PAPILIO_MPI_TIMEOUT=soon"), HasSubstr("no number of seconds")));
}

std::size_t open_files() {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

TEST_F(Gpus, AreLeftAsTheyWereByAThousandPlans) {
  mpi::Options pushes;
  pushes.carrier = Carrier::peer;
  pushes.chunks = 3;
  for (const Carrier carrier : {Carrier::peer, Carrier::nccl}) {
    (void)plan_of("c2c:f32:4x6", carrier);  // what is made once
    const FakeCuda before = *fake_cuda_state();
    const std::size_t files = open_files();
    for (int i = 0; i < 1000; ++i) (void)plan_of("c2c:f32:4x6", carrier);
    for (int i = 0; i < 20; ++i) (void)plan_of("c2c:f32:4x6", pushes);
    EXPECT_EQ(fake_cuda_state()->events.size(), before.events.size());
    EXPECT_EQ(fake_cuda_state()->streams.size(), before.streams.size());
    EXPECT_EQ(fake_cuda_state()->allocations.size(), before.allocations.size());
    EXPECT_EQ(fake_cuda_state()->opened.size(), 0);
    EXPECT_EQ(fake_nccl_state()->alive, 0);
    EXPECT_EQ(open_files(), files);
  }
}

}  // namespace
}  // namespace papilio::test
