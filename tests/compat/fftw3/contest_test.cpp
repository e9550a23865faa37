// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/fftw3/contest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace papilio::fftw3 {
namespace {

/// Both had a processor all the time, and Papilio two of them.
ContestTurn turn_of(double genuine, double papilio) { return {{genuine, genuine}, {papilio, 2 * papilio}}; }

TEST(RoundOutcome, MediansAndTheAdvantageOfThreeTurnsInFour) {
  const RoundOutcome outcome = outcome_of({turn_of(4, 1), turn_of(4, 2), turn_of(8, 2), turn_of(4, 4), turn_of(4, 2)});
  EXPECT_EQ(outcome.genuine, 4);
  EXPECT_EQ(outcome.papilio, 2);
  EXPECT_EQ(outcome.advantage, 2);  // of 1, 2, 2, 4, 4
  EXPECT_EQ(outcome.thrift, 1);
  EXPECT_EQ(outcome.share, 1);
}

TEST(RoundOutcome, OfOneTurn) { EXPECT_EQ(outcome_of({turn_of(3, 2)}).advantage, 1.5); }

TEST(RoundOutcome, ShareIsOfAllTurns) { EXPECT_EQ(outcome_of({{{1, 1}, {1, 1}}, {{3, 1}, {1, 1}}}).share, 0.5); }

TEST(RoundOutcome, LuckyTurnsDoNotWin) {
  std::vector<ContestTurn> turns(16, turn_of(50e-6, 80e-6));
  for (std::size_t i = 0; i < turns.size(); i += 2) turns[i].papilio.elapsed = 20e-6;
  EXPECT_LT(outcome_of(turns).advantage, 1);
}

TEST(RoundOutcome, OneDisturbedTurnDoesNotLose) {
  std::vector<ContestTurn> turns(16, turn_of(50e-6, 25e-6));
  turns[3].papilio.elapsed = 1e-3;
  EXPECT_EQ(outcome_of(turns).advantage, 2);
}

TEST(Objection, NamesTheReason) {
  const RoundOutcome good{2e-3, 1e-3, 2, 1, 1};
  EXPECT_EQ(objection(good, 2), "");
  RoundOutcome slow = good;
  slow.advantage = 1.2;
  EXPECT_EQ(objection(slow, 2), "not 1.25 times as fast");
  RoundOutcome greedy = good;
  greedy.thrift = 0.7;
  EXPECT_EQ(objection(greedy, 2), "too much processor time for a busy machine");
  EXPECT_EQ(objection(greedy, 4), "");
  RoundOutcome disturbed = good;
  disturbed.share = 0.8;
  EXPECT_EQ(objection(disturbed, 2), "the machine is busy");
  disturbed.papilio = 0.1;
  disturbed.genuine = 0.2;
  EXPECT_EQ(objection(disturbed, 2), "");
  RoundOutcome nothing = good;
  nothing.thrift = 0. / 0.;  // a clock that stands still
  EXPECT_NE(objection(nothing, 2), "");
}

TEST(SecondsOf, IsTheMeanOfAllExecutions) {
  const ContestClock clock = ContestClock::system();
  int runs = 0;
  const TurnSeconds seconds = seconds_of([&] { ++runs; }, 1e-4, clock);
  EXPECT_GT(seconds.elapsed, 0);
  EXPECT_GE(seconds.processor, 0);
  EXPECT_GT(runs, 1);
  runs = 0;
  EXPECT_GT(seconds_of([&] { ++runs; }, 0, clock).elapsed, 0);
  EXPECT_EQ(runs, 1);
}

/// What a candidate's execution needs on a quiet machine.
struct Work {
  double elapsed = 0;
  int threads = 1;
  int launches = 1;  ///< after each of which its threads wait for each other
};

/// A machine of two cores with other programs on it, which run on both cores while they run: a thread that is not alone
/// works for a slice, and waits for as long as the others' slices take.
class Machine {
 public:
  struct Load {
    int programs = 0;
    double from = 0;    ///< seconds
    double period = 0;  ///< seconds; 0: all the time after `from`
    double part = 1;    ///< of the period in which they run
  };

  Machine(const Load& load, unsigned seed) : load_(load), random_(seed) {}

  void execute(const Work& work) {
    const double each = work.elapsed / work.launches;
    for (int i = 0; i < work.launches; ++i) {
      double slowest = 0;
      for (int thread = 0; thread < work.threads; ++thread) {
        slowest = std::max(slowest, seconds_of_thread(each, thread > 0));
      }
      elapsed_ += slowest;
      processor_ += each * work.threads;
    }
  }

  [[nodiscard]] double elapsed() const { return elapsed_; }
  ContestClock clock() {
    return {[this] { return elapsed_ += 25e-9; }, [this] { return processor_ += 25e-9; }};
  }

 private:
  [[nodiscard]] bool busy(double at) const {
    if (load_.programs == 0 || at < load_.from) return false;
    return load_.period == 0 || std::fmod(at - load_.from, load_.period) < load_.part * load_.period;
  }

  /// A thread that was asleep waits for its first slice, too.
  double seconds_of_thread(double work, bool asleep) {
    constexpr double slice = 3e-3;
    const auto others = [&] { return slice * load_.programs / 2 * uniform_(random_); };
    double at = elapsed_;
    if (asleep && busy(at) && uniform_(random_) < 0.5) at += others();
    while (work > 0) {
      if (!busy(at)) {
        const double piece = std::min(work, 1e-3);
        at += piece;
        work -= piece;
        continue;
      }
      if (left_ <= 0) {
        at += others();
        left_ = slice;
      }
      const double piece = std::min(work, left_);
      at += piece;
      work -= piece;
      left_ -= piece;
    }
    return at - elapsed_;
  }

  Load load_;
  std::mt19937 random_;
  std::uniform_real_distribution<double> uniform_{0, 1};
  double left_ = 3e-3;  ///< of the slice
  double elapsed_ = 0;
  double processor_ = 0;
};

struct Pair {
  Work genuine;
  Work papilio;
};

Decided contest_on(Machine& machine, const Pair& pair) {
  return contest({[&] { machine.execute(pair.genuine); }, [&] { machine.execute(pair.papilio); }}, 2, machine.clock());
}

/// FFTW's seconds by Papilio's, for a program that executes one of them for four seconds.
double long_run(const Machine::Load& load, const Pair& pair, unsigned seed) {
  const auto mean = [&](const Work& work) {
    Machine machine(load, seed);
    int runs = 0;
    for (; machine.elapsed() < 4; ++runs) machine.execute(work);
    return machine.elapsed() / runs;
  };
  return mean(pair.genuine) / mean(pair.papilio);
}

TEST(Contest, GoesToWhoeverIsClearlyFaster) {
  Machine machine({}, 1);
  EXPECT_EQ(contest_on(machine, {{1e-3}, {0.6e-3, 2, 3}}).objection, "");
  EXPECT_NE(contest_on(machine, {{1e-3}, {0.9e-3, 2, 3}}).objection, "");
  EXPECT_NE(contest_on(machine, {{1e-3}, {0.75e-3, 2, 3}}).objection, "") << "1.33 times as fast by 1.5 times the work";
}

TEST(Contest, IsLostWhereALoadComesAfterTheFirstRound) {
  Machine machine({8, 60e-3}, 1);
  const Decided decided = contest_on(machine, {{1e-3}, {0.5e-3, 2, 3}});
  EXPECT_NE(decided.objection, "");
}

TEST(Contest, ShortExecutionsOfABusyMachineAreFftws) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Machine machine({12}, seed);
    EXPECT_NE(contest_on(machine, {{3e-3}, {1e-3, 2, 3}}).objection, "") << seed;
  }
}

TEST(Contest, LongExecutionsOfABusyMachineAreWon) {
  int won = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Machine machine({12}, seed);
    won += contest_on(machine, {{300e-3}, {100e-3, 2, 3}}).objection.empty() ? 1 : 0;
  }
  EXPECT_GT(won, 80);
}

/// Where Papilio would lose 5% in the long run, a load makes it win neither by being there all the time nor by coming
/// and going. Only one that is away for the whole contest does. A contest of one round, judged by the elapsed time
/// alone, is wrong here 28 times.
TEST(Contest, HardlyAnyLoadMakesTheSlowerOneWin) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  int judged = 0;
  int wrong = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const double length = std::pow(10, -4.5 + 2.5 * uniform(random));
    const Pair pair{{length}, {length * (0.4 + uniform(random)), 2, 1 + static_cast<int>(3 * uniform(random))}};
    const double period = uniform(random) < 0.2 ? 0 : std::pow(10, -2 + 2 * uniform(random));
    const double from = period * uniform(random);
    const Machine::Load load{static_cast<int>(16 * uniform(random)), from, period, uniform(random)};
    if (long_run(load, pair, seed) >= 0.95) continue;
    ++judged;
    Machine machine(load, seed);
    wrong += contest_on(machine, pair).objection.empty() ? 1 : 0;
  }
  EXPECT_GT(judged, 600);
  EXPECT_LE(wrong, 1);
}

TEST(Contest, ExecutesBoth) {
  int genuine = 0;
  int papilio = 0;
  const Decided decided = contest({[&] { ++genuine; }, [&] { ++papilio; }}, 2, ContestClock::system());
  EXPECT_GT(genuine, 5);
  EXPECT_GT(papilio, 5);
  EXPECT_GT(decided.last.advantage, 0);
}

TEST(Contest, EndsAfterTwoSeconds) {
  Machine machine({}, 1);
  int papilio = 0;
  const auto execute = [&] {
    ++papilio;
    machine.execute({2});
  };
  const Decided decided = contest({[&] { machine.execute({5}); }, execute}, 2, machine.clock());
  EXPECT_EQ(papilio, 2) << "one that loads kernels, and one turn";
  EXPECT_EQ(decided.objection, "");
}

}  // namespace
}  // namespace papilio::fftw3
