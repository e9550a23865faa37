// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Passes that relay (core/relay.hpp).
#include <array>
#include <thread>

#include "device/cuda/large_batches.hpp"

namespace papilio::test {
namespace {

class CudaRelays : public LargeBatches {
 protected:
  CudaRelays() : LargeBatches("relay=") {}
};

TEST_P(CudaRelays, MatchLongDouble) {
  if (!backend().caps().relays) GTEST_SKIP() << "the device orders no memory between work-groups";
  expect_correct(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Device, CudaRelays,
                         testing::Values("c2c:f32:512x512*64", "c2c:f32:720x720*40:inverse", "c2c:f32:512x512*70:inplace", "c2c:f64:512x512*33",
                                         "c2c:f32:64x64x64*64", "c2c:f64:64x64x64*40:inverse", "r2c:f32:512x512*99", "r2c:f32:720x720*60",
                                         "c2c:f32:2^18*70", "c2c:f64:2^17*64:inverse", "c2c:f32:1024x1024*17", "c2c:f32:300x400*99", "c2r:f32:512x512*99", "c2r:f64:512x512*40"));

// More work-groups that wait than the device holds at once, of several streams: whoever waits must not keep out those it waits for.
TEST_F(CudaRelays, OfManyStreamsComeToAnEnd) {
  if (!backend().caps().relays) GTEST_SKIP() << "the device orders no memory between work-groups";
  const Problem problem = Problem::parse("c2c:f32:512x512*40").normalised();
  const Plan plan(device_, problem);
  ASSERT_THAT(plan.describe(), testing::HasSubstr("relay="));
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

}  // namespace
}  // namespace papilio::test
