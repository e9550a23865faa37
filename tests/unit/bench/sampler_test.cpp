// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/sampler.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <thread>

namespace papilio::bench {
namespace {

TEST(Sampler, TakesTheSamplesAskedForAfterAWarmUp) {
  Sampler sampler({.seconds = 0, .samples = 7, .rounds = 3});
  int executions = 0;
  const auto slow = [&] {
    ++executions;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  for (int round = 0; round < 3; ++round) sampler.round(slow);
  EXPECT_EQ(sampler.samples().size(), 9U);  // 7, shared by 3 rounds, rounded up
  EXPECT_EQ(executions, 9 + 1 + 3);         // the first of all, and one before each round
  for (const double sample : sampler.samples()) EXPECT_GE(sample, 1e-3);
}

TEST(Sampler, GoesOnUntilTheTimeIsFilled) {
  Sampler sampler({.seconds = 0.03, .samples = 1, .rounds = 1});
  sampler.round([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  EXPECT_GE(std::accumulate(sampler.samples().begin(), sampler.samples().end(), 0.0), 0.03);
}

TEST(Sampler, ShortExecutionsShareASample) {
  Sampler sampler({.seconds = 0, .samples = 5, .rounds = 1});
  int executions = 0;
  sampler.round([&] { ++executions; });
  EXPECT_EQ(sampler.samples().size(), 5U);
  EXPECT_GT(executions, 100);  // 0.2 ms are many calls that do nothing
}

}  // namespace
}  // namespace papilio::bench
