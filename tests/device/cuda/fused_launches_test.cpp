// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Fused two-pass launches (spec/fused_launch.hpp).
#include <array>
#include <thread>

#include "device/cuda/large_batches.hpp"

namespace papilio::test {
namespace {

class CudaRelays : public LargeBatches {
 protected:
  CudaRelays() : LargeBatches("fused=") {}
};

TEST_P(CudaRelays, MatchLongDouble) {
  if (!backend().caps().fused_launches) GTEST_SKIP() << "the device orders no memory between work-groups";
  expect_correct(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Device, CudaRelays,
                         testing::Values("c2c:f32:512x512*64", "c2c:f32:720x720*40:inverse",
                                         "c2c:f32:512x512*70:inplace", "c2c:f64:512x512*33", "c2c:f32:64x64x64*64",
                                         "c2c:f64:64x64x64*40:inverse", "r2c:f32:512x512*99", "r2c:f32:720x720*60",
                                         "c2c:f32:2^18*70", "c2c:f64:2^17*64:inverse", "c2c:f32:1024x1024*17",
                                         "c2c:f32:300x400*99", "c2r:f32:512x512*99", "c2r:f64:512x512*40"));

// More waiting work-groups, from several streams, than the device holds at once: waiting work-groups must not keep out
// those that they wait for.
TEST_F(CudaRelays, OfManyStreamsComeToAnEnd) {
  if (!backend().caps().fused_launches) GTEST_SKIP() << "the device orders no memory between work-groups";
  const Problem problem = Problem::parse("c2c:f32:512x512*40").normalised();
  const Plan plan(device_, problem);
  ASSERT_THAT(plan.describe(), testing::HasSubstr("fused="));
  const Signal in = random_f32(problem.input_elements(), 3);
  const auto bytes = static_cast<std::size_t>(problem.input_elements()) * sizeof(in[0]);
  const Buffer source(device_, bytes);
  Stream(device_).upload(source, in.data(), bytes);
  constexpr std::size_t streams = 4;
  std::array<Signal, streams> out;
  std::vector<std::thread> threads;
  for (Signal& own : out) {
    threads.emplace_back([&] {
      const Stream stream(device_);
      const Buffer target(device_, bytes);
      own.assign(in.size(), poison());
      for (int i = 0; i < 20; ++i) plan.execute(stream, source, target);
      stream.download(target, own.data(), bytes);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 1; i < streams; ++i) EXPECT_TRUE(same_bits(out[i], out[0])) << "stream " << i;
}

TEST_F(CudaRelays, TakeSmallerBatches) {
  if (!backend().caps().fused_launches) GTEST_SKIP() << "the device orders no memory between work-groups";
  const Problem problem = Problem::parse("c2c:f32:512x512*40").normalised();
  const Plan plan(device_, problem);
  ASSERT_THAT(plan.describe(), testing::HasSubstr("fused="));
  EXPECT_EQ(plan.batch_limits().least, 1);
  EXPECT_EQ(plan.batch_limits().most, 40);
  const Signal in = random_f32(problem.input_elements(), 3);
  const std::size_t bytes = in.size() * sizeof(in[0]);
  const Buffer source(device_, bytes);
  const Buffer target(device_, bytes);
  stream_.upload(source, in.data(), bytes);
  Signal all(in.size());
  plan.execute(stream_, source, target);
  stream_.download(target, all.data(), bytes);
  for (const std::int64_t batch : {1, 2, 17, 39}) {
    Signal some(in.size(), poison());
    stream_.upload(target, some.data(), bytes);
    plan.execute(stream_, source, target, {}, batch);
    stream_.download(target, some.data(), bytes);
    const auto count = static_cast<std::size_t>(batch * 512 * 512);
    EXPECT_TRUE(same_bits(std::span(some).first(count), std::span(all).first(count))) << batch;
    const Signal poisoned(in.size() - count, poison());
    EXPECT_TRUE(same_bits(std::span(some).subspan(count), poisoned)) << batch << " wrote beyond its arrays";
  }
}

// Each replay must clear the counters.
TEST_F(CudaRelays, AGraphReplaysThem) {
  if (!backend().caps().fused_launches) GTEST_SKIP() << "the device orders no memory between work-groups";
  const Problem problem = Problem::parse("c2c:f32:512x512*40").normalised();
  const Plan plan(device_, problem);
  ASSERT_THAT(plan.describe(), testing::HasSubstr("fused="));
  const auto bytes = static_cast<std::size_t>(problem.input_elements()) * 8;
  const Buffer source(device_, bytes);
  const Buffer target(device_, bytes);
  const Buffer scratch(device_, plan.scratch_bytes());
  const Driver driver;
  driver("cuCtxPushCurrent_v2", context().get());
  cu::CUstream native = nullptr;
  driver("cuStreamCreate", &native, static_cast<unsigned>(cu::CU_STREAM_NON_BLOCKING));
  {
    const Stream stream = papilio::cuda::wrap_stream(device_, native);
    void* graph = nullptr;
    void* executable = nullptr;
    driver("cuStreamBeginCapture_v2", native, static_cast<int>(cu::CU_STREAM_CAPTURE_MODE_GLOBAL));
    plan.execute(stream, source, target, scratch);
    driver("cuStreamEndCapture", native, &graph);
    driver("cuGraphInstantiateWithFlags", &executable, graph, 0ULL);
    for (const std::uint64_t seed : {1, 2, 3}) {
      const Signal in = random_f32(problem.input_elements(), seed);
      std::array<Signal, 2> out = {Signal(in.size(), poison()), Signal(in.size(), poison())};
      stream.upload(source, in.data(), bytes);
      for (const bool replayed : {true, false}) {
        stream.upload(target, out[replayed].data(), bytes);
        if (replayed) {
          driver("cuGraphLaunch", executable, native);
        } else {
          plan.execute(stream, source, target, scratch);
        }
        stream.download(target, out[replayed].data(), bytes);
      }
      EXPECT_TRUE(same_bits(out[0], out[1])) << "replay " << seed;
    }
    driver("cuGraphExecDestroy", executable);
    driver("cuGraphDestroy", graph);
  }
  driver("cuStreamDestroy_v2", native);
  cu::CUcontext popped = nullptr;
  driver("cuCtxPopCurrent_v2", &popped);
}

}  // namespace
}  // namespace papilio::test
