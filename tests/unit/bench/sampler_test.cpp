// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace papilio::bench {
namespace {

/// A device on which one execution takes `each`, and the first one of a row `start` more.
struct FakeDevice {
  double each = 0;
  double start = 0;
  std::size_t calls = 0;
  std::size_t largest = 0;
  Sampler::Timer timer() {
    return [this](std::size_t count) {
      ++calls;
      largest = std::max(largest, count);
      return start + each * static_cast<double>(count);
    };
  }
};

TEST(Sampler, LongExecutionsAreAloneInASample) {
  FakeDevice device{.each = 5e-3};
  Sampler sampler(device.timer(), 2e-3);
  sampler.calibrate();
  EXPECT_EQ(sampler.executions(), 1U);
  EXPECT_EQ(device.calls, 2U);  // the warm-up and the measurement
}

TEST(Sampler, ShortExecutionsShareASampleThatIsLongEnough) {
  for (const double start : {0.0, 20e-6, 1.2e-3}) {
    FakeDevice device{.each = 3e-6, .start = start};
    Sampler sampler(device.timer(), 2e-3);
    sampler.calibrate();
    EXPECT_GE(static_cast<double>(sampler.executions()) * device.each + start, 2e-3);
    EXPECT_LE(sampler.executions(), 1000U);
    EXPECT_LE(device.calls, 12U);
  }
}

TEST(Sampler, AClockThatStandsStillEndsAtTheMost) {
  FakeDevice device;
  Sampler sampler(device.timer(), 2e-3);
  sampler.calibrate();
  EXPECT_EQ(sampler.executions(), Sampler::max_executions);
}

TEST(Sampler, SamplesAreOfOneExecution) {
  FakeDevice device{.each = 1e-3};
  Sampler sampler(device.timer(), 5e-3);
  sampler.calibrate();
  for (int i = 0; i < 3; ++i) sampler.sample();
  ASSERT_EQ(sampler.samples().size(), 3U);
  for (const double sample : sampler.samples()) EXPECT_NEAR(sample, 1e-3, 1e-9);
}

}  // namespace
}  // namespace papilio::bench
