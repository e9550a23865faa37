// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/time_ahead.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace papilio::bench {
namespace {

using testing::DoubleNear, testing::ElementsAre;

/// A device that needs `each` per execution, and a thread that needs `call` to launch one.
struct FakeQueue {
  double each = 0;
  double call = 0;
  std::size_t other_work = 1000;  ///< number of times that it can be kept busy
  double busy = 0;                ///< seconds of other work in the queue
  std::vector<std::size_t> rows = {};
  std::vector<double> leads = {};

  Took time(std::size_t count) {
    const auto run = [this](std::size_t executions) {
      const double calling = call * static_cast<double>(executions);
      const double working = each * static_cast<double>(executions);
      const bool waits = calling > busy;
      rows.push_back(executions);
      busy = 0;
      return Started{waits ? std::max(calling, working) : working, calling};
    };
    return time_ahead(count, run, [this](double seconds) {
      if (leads.size() == other_work) return false;
      leads.push_back(seconds);
      busy = seconds;
      return true;
    });
  }
};

TEST(TimeAhead, ADeviceThatWouldWaitForTheThreadIsTimedAloneInRowsThatAQueueHolds) {
  FakeQueue queue{.each = 1.8e-6, .call = 3e-6};
  const Took took = queue.time(257);
  EXPECT_NEAR(took.seconds, 257 * 1.8e-6, 1e-9);
  EXPECT_NEAR(took.calling_seconds.value(), 257 * 3e-6, 1e-9);
  EXPECT_THAT(queue.rows, ElementsAre(256, 129, 128));
  EXPECT_THAT(queue.leads, ElementsAre(DoubleNear(2 * 129 * 3e-6, 1e-9), DoubleNear(2 * 128 * 3e-6, 1e-9)));
}

TEST(TimeAhead, ADeviceThatIsBehindIsTimedAsItIs) {
  FakeQueue queue{.each = 1e-4, .call = 3e-6};
  const Took took = queue.time(20);
  EXPECT_NEAR(took.seconds, 2e-3, 1e-9);
  EXPECT_FALSE(took.calling_seconds);
  EXPECT_THAT(queue.rows, ElementsAre(20));
  queue.rows.clear();
  EXPECT_NEAR(queue.time(1000).seconds, 0.1, 1e-9);
  EXPECT_THAT(queue.rows, ElementsAre(256, 1000));
}

TEST(TimeAhead, NearlyWaitingIsWaiting) {
  EXPECT_TRUE((FakeQueue{.each = 4.2e-6, .call = 3e-6}.time(10).calling_seconds));
  EXPECT_FALSE((FakeQueue{.each = 4.4e-6, .call = 3e-6}.time(10).calling_seconds));
}

TEST(TimeAhead, WithoutOtherWorkItWaits) {
  for (const std::size_t other_work : {0, 1}) {
    FakeQueue queue{.each = 1.8e-6, .call = 3e-6, .other_work = other_work};
    const Took took = queue.time(300);
    EXPECT_NEAR(took.seconds, 300 * 3e-6, 1e-9);
    EXPECT_FALSE(took.calling_seconds);
  }
}

}  // namespace
}  // namespace papilio::bench
