// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Several streams from several threads at once, with caller-supplied scratch and without.
#include <gtest/gtest.h>

#include <atomic>
#include <papilio/papilio.hpp>
#include <thread>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using Streams = OnDevice;

constexpr std::int64_t length = several_passes;
constexpr std::size_t bytes = static_cast<std::size_t>(length) * 8;

/// In place, so that each execution needs scratch; unitary, so that four executions are the identity.
Problem quarter_turn() { return of_several_passes(":inplace:scale=1/sqrt(n)"); }

/// The work of one thread: `executions` executions on its own stream, enqueued without waiting. Returns the result for
/// `in`.
Signal turned(const Device& device, const Plan& plan, const Signal& in, int executions, const Buffer& scratch) {
  const Stream stream(device);
  const Buffer data(device, bytes);
  stream.upload(data, in.data(), bytes);
  for (int i = 0; i < executions; ++i) plan.execute(stream, data, data, scratch);
  Signal out(in.size(), poison());
  stream.download(data, out.data(), bytes);
  return out;
}

TEST_F(Streams, OfManyThreadsDoNotDisturbEachOther) {
  const Plan plan(device_, quarter_turn());
  ASSERT_GT(plan.scratch_bytes(), 0U);
  constexpr int threads = 8;
  constexpr int executions = 4;
  std::vector<Signal> inputs;
  std::vector<Signal> expected;
  for (int t = 0; t < threads; ++t) {
    inputs.push_back(random_f32(length, static_cast<std::uint64_t>(t) + 1));
    expected.push_back(turned(device_, plan, inputs.back(), executions, {}));
  }
  // Four executions are the identity except for rounding, so the results are correct, not merely equal.
  EXPECT_LT(relative_l2(std::vector<LongComplex>(expected[0].begin(), expected[0].end()),
                        std::vector<LongComplex>(inputs[0].begin(), inputs[0].end())),
            executions * error_bound(length, Precision::f32));
  std::atomic<int> wrong = 0;
  const auto work = [&](int t) {
    const Buffer own(device_, plan.scratch_bytes());
    for (const Buffer& scratch : {own, Buffer(), own, Buffer()}) {
      if (!same_bits(turned(device_, plan, inputs[t], executions, scratch), expected[t])) ++wrong;
    }
  };
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) all.emplace_back(work, t);
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Streams, OneStreamTakesExecutionsOfManyThreads) {
  const Plan plan(device_, quarter_turn());
  const Stream stream(device_);
  constexpr int threads = 4;
  constexpr int executions = 4;
  std::vector<Signal> inputs;
  std::vector<Buffer> data;
  for (int t = 0; t < threads; ++t) {
    inputs.push_back(random_f32(length, static_cast<std::uint64_t>(t) + 1));
    data.emplace_back(device_, bytes);
    stream.upload(data.back(), inputs.back().data(), bytes);
  }
  const auto work = [&](int t) {
    for (int i = 0; i < executions; ++i) plan.execute(stream, data[t], data[t]);  // scratch must not be shared
  };
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t) all.emplace_back(work, t);
  for (std::thread& thread : all) thread.join();
  for (int t = 0; t < threads; ++t) {
    Signal out(inputs[t].size(), poison());
    stream.download(data[t], out.data(), bytes);
    EXPECT_TRUE(same_bits(out, turned(device_, plan, inputs[t], executions, {}))) << "thread " << t;
  }
}

}  // namespace
}  // namespace papilio::test
