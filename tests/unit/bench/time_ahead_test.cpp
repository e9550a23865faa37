// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/time_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace papilio::bench {
namespace {

/// A device that takes `each` for an execution, and a thread that takes `call` to start it.
struct FakeQueue {
  double each = 0;
  double call = 0;
  bool has_work = true;  ///< to be kept busy with
  double busy = 0;       ///< seconds of other work in the queue
  std::size_t longest = 0;
  std::size_t done = 0;

  Took time(std::size_t count) {
    const auto run = [this](std::size_t n) {
      const double calling = call * static_cast<double>(n);
      const double working = each * static_cast<double>(n);
      const bool waits = calling > busy;
      longest = std::max(longest, n);
      done += n;
      busy = 0;
      return Took{waits ? std::max(calling, working) : working, calling};
    };
    return time_ahead(count, run, [this](double seconds) {
      busy = seconds;
      return has_work;
    });
  }
};

TEST(TimeAhead, ADeviceThatWouldWaitForTheThreadIsTimedAlone) {
  FakeQueue queue{.each = 1.8e-6, .call = 3e-6};
  const Took took = queue.time(1000);
  EXPECT_NEAR(took.seconds, 1.8e-3, 1e-9);
  EXPECT_NEAR(took.calling, 3e-3, 1e-9);
  EXPECT_EQ(queue.done, 2000U);  // the second thousand in rows that a queue holds
}

TEST(TimeAhead, ADeviceThatIsBehindIsTimedOnce) {
  FakeQueue queue{.each = 1e-4, .call = 3e-6};
  EXPECT_NEAR(queue.time(20).seconds, 2e-3, 1e-9);
  EXPECT_EQ(queue.done, 20U);
}

TEST(TimeAhead, WhatHasNoOtherWorkWaits) {
  FakeQueue queue{.each = 1.8e-6, .call = 3e-6, .has_work = false};
  EXPECT_NEAR(queue.time(7).seconds, 7 * 3e-6, 1e-9);
  EXPECT_EQ(queue.done, 7U);
}

TEST(TimeAhead, RowsAreOfOneSize) {
  FakeQueue queue{.each = 2e-6, .call = 2e-6};
  queue.time(257);
  EXPECT_EQ(queue.done, 2 * 257U);
  queue.longest = 0;
  queue.has_work = false;
  queue.time(1);
  EXPECT_EQ(queue.longest, 1U);
}

}  // namespace
}  // namespace papilio::bench
