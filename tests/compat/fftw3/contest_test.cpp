// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/fftw3/contest.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace papilio::fftw3 {
namespace {

TEST(Contest, MediansAndTheAdvantageOfThreeTurnsInFour) {
  const Outcome outcome = outcome_of({{4, 1}, {4, 2}, {8, 2}, {4, 4}, {4, 2}});
  EXPECT_EQ(outcome.genuine, 4);
  EXPECT_EQ(outcome.papilio, 2);
  EXPECT_EQ(outcome.advantage, 2);  // of 1, 2, 2, 4, 4
}

TEST(Contest, OneTurnDecides) {
  const Outcome outcome = outcome_of({{3, 2}});
  EXPECT_EQ(outcome.advantage, 1.5);
}

TEST(Contest, LuckyTurnsDoNotWin) {
  std::vector<Turn> turns(16, {50e-6, 80e-6});
  for (std::size_t i = 0; i < turns.size(); i += 2) turns[i].papilio = 20e-6;
  EXPECT_LT(outcome_of(turns).advantage, 1);
}

TEST(Contest, OneDisturbedTurnDoesNotLose) {
  std::vector<Turn> turns(16, {50e-6, 25e-6});
  turns[3].papilio = 1e-3;
  EXPECT_EQ(outcome_of(turns).advantage, 2);
}

TEST(SecondsOf, IsTheMeanOfAllExecutions) {
  int runs = 0;
  EXPECT_GT(seconds_of([&] { ++runs; }, 1e-4), 0);
  EXPECT_GT(runs, 1);
  runs = 0;
  EXPECT_GT(seconds_of([&] { ++runs; }, 0), 0);
  EXPECT_EQ(runs, 1);
}

TEST(Contest, ExecutesBoth) {
  int genuine = 0;
  int papilio = 0;
  const Outcome outcome = contest([&] { ++genuine; }, [&] { ++papilio; });
  EXPECT_GT(genuine, 5);
  EXPECT_GT(papilio, 5);
  EXPECT_GT(outcome.advantage, 0);
}

TEST(Contest, EndsAfterTwoSeconds) {
  int papilio = 0;
  const auto execute = [&] {
    if (++papilio > 1) std::this_thread::sleep_for(std::chrono::seconds(2));
  };
  const Outcome outcome = contest([] {}, execute);
  EXPECT_EQ(papilio, 2) << "one that loads kernels, and one turn";
  EXPECT_LT(outcome.advantage, 1);
}

}  // namespace
}  // namespace papilio::fftw3
