// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/race.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace papilio {
namespace {

/// A machine on which time passes as samples are taken: it slows down for good, and is interrupted now and then.
class Machine {
 public:
  explicit Machine(unsigned seed) : random_(seed) {}

  Sample plan(double seconds) {
    return [this, seconds] {
      ++samples_;
      std::normal_distribution<double> noise(1, 0.02);
      const double drift = 1 + 0.005 * samples_;
      const double interruption = random_() % 10 == 0 ? 3 : 1;
      return seconds * drift * interruption * noise(random_);
    };
  }
  [[nodiscard]] int samples() const { return samples_; }

 private:
  std::mt19937 random_;
  int samples_ = 0;
};

bool never() { return false; }

TEST(Race, APairOfEqualsIsNeitherFaster) {
  int wrong = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Machine machine(seed);
    const Comparison pairs = paired(machine.plan(1), machine.plan(1), 15);
    wrong += pairs.is_faster() ? 1 : 0;
    EXPECT_LE(pairs.low, pairs.speed);
    EXPECT_LE(pairs.speed, pairs.high);
  }
  EXPECT_LE(wrong, 4);
}

TEST(Race, DriftDoesNotChoose) {
  // Samples of one and then of the other would say 1.3.
  Machine machine(1);
  const Comparison pairs = paired(machine.plan(1), machine.plan(1), 61);
  EXPECT_NEAR(pairs.speed, 1, 0.03);
  EXPECT_NEAR(pairs.seconds / pairs.other_seconds, 1, 0.1);
}

TEST(Race, ATenthIsSeen) {
  int found = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Machine machine(seed);
    const std::vector<Sample> rivals = {machine.plan(1.3), machine.plan(0.9), machine.plan(1), machine.plan(0.95)};
    const Race race = race_of(machine.plan(1), rivals, never);
    const std::optional<Winner>& winner = race.winner;
    EXPECT_LT(race.speeds[0], 0.97);
    found += winner && winner->number == 1 ? 1 : 0;
    if (winner) {
      EXPECT_NEAR(winner->speed, 1 / 0.9, 0.1) << seed;
    }
  }
  EXPECT_GE(found, 85);
}

TEST(Race, TheLuckiestOfManyEqualsDoesNotWin) {
  int wins = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Machine machine(seed);
    const std::vector<Sample> rivals(16, machine.plan(1));
    wins += race_of(machine.plan(1), rivals, never).winner ? 1 : 0;
  }
  EXPECT_LE(wins, 3);
}

TEST(Race, SlowRivalsLeaveEarly) {
  Machine fair(1);
  const std::vector<Sample> equal = {fair.plan(1.0), fair.plan(0.9)};
  (void)race_of(fair.plan(1), equal, never);
  Machine unfair(1);
  const std::vector<Sample> slow = {unfair.plan(2.0), unfair.plan(3.0)};
  EXPECT_FALSE(race_of(unfair.plan(1), slow, never).winner);
  EXPECT_EQ(unfair.samples(), 2 * 2 * 3);
  EXPECT_GT(fair.samples(), unfair.samples());
}

TEST(Race, IsStopped) {
  Machine machine(1);
  const std::vector<Sample> rivals = {machine.plan(0.5)};
  EXPECT_FALSE(race_of(machine.plan(1), rivals, [&] { return machine.samples() >= 6; }).winner);
  EXPECT_EQ(machine.samples(), 6);
  EXPECT_FALSE(race_of(machine.plan(1), {}, never).winner);
}

}  // namespace
}  // namespace papilio
