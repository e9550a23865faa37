// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "core/race.hpp"

namespace papilio::fftw3 {
namespace {

/// Papilio must be so many times as fast. The plan that FFTW finds by measuring is one of several: for the same
/// transform their times were seen to differ by 15%. Against the best of them, too, Papilio should not lose 5%.
constexpr double least_advantage = 1.25;
/// Less of a processor than this, and other programs were running.
constexpr double busy_share = 0.9;
/// A scheduler gives a thread some milliseconds in a row. FFTW's thread begins and ends a shorter execution in one of
/// them; Papilio's threads wait for each other in each kernel, and each for its turn.
constexpr double long_when_busy = 10e-3;

template <typename Value>
std::vector<double> of_turns(const std::vector<ContestTurn>& turns, Value value) {
  std::vector<double> values;
  for (const ContestTurn& turn : turns) values.push_back(value(turn));
  return values;
}

/// If other threads keep k of c cores busy, FFTW's thread gets c / (k + 1) of one and Papilio's c threads
/// c * c / (k + c) together. Papilio's gain is least at k = c - 1, c * c / (2 c - 1), and may be spent on more
/// processor time.
double least_thrift(unsigned cores) {
  const double c = std::max(1U, cores);
  return (2 * c - 1) / (c * c);
}

/// Five turns at least, and more of short executions, which vary more. Ends at `end` in any case.
std::vector<ContestTurn> round_of(const Contestants& candidates, double end, const ContestClock& clock) {
  constexpr double turn = 2e-3;
  constexpr std::size_t least = 5;
  constexpr std::size_t most = 16;
  constexpr double enough = 0.5;  // seconds
  const double begin = clock.elapsed();
  std::vector<ContestTurn> turns;
  double now = begin;
  do {
    turns.push_back({seconds_of(candidates.genuine, turn, clock), seconds_of(candidates.papilio, turn, clock)});
    now = clock.elapsed();
  } while (now < end && (turns.size() < least || (turns.size() < most && now - begin < enough)));
  return turns;
}

}  // namespace

RoundOutcome outcome_of(const std::vector<ContestTurn>& turns) {
  double elapsed = 0;
  double processor = 0;
  for (const ContestTurn& turn : turns) {
    elapsed += turn.genuine.elapsed;
    processor += turn.genuine.processor;
  }
  return {
      median(of_turns(turns, [](const ContestTurn& turn) { return turn.genuine.elapsed; })),
      median(of_turns(turns, [](const ContestTurn& turn) { return turn.papilio.elapsed; })),
      quantile(of_turns(turns, [](const ContestTurn& turn) { return turn.genuine.elapsed / turn.papilio.elapsed; }),
               0.25),
      median(of_turns(turns, [](const ContestTurn& turn) { return turn.genuine.processor / turn.papilio.processor; })),
      processor / elapsed};
}

std::string objection(const RoundOutcome& outcome, unsigned cores) {
  if (!(outcome.advantage >= least_advantage)) return fmt::format("not {} times as fast", least_advantage);
  if (!(outcome.thrift >= least_thrift(cores))) return "too much processor time for a busy machine";
  if (outcome.share < busy_share && outcome.papilio < long_when_busy) return "the machine is busy";
  return {};
}

ContestClock ContestClock::system() {
  return {[] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); },
          [] {
            timespec now{};
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
            return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
          }};
}

TurnSeconds seconds_of(const std::function<void()>& execute, double about, const ContestClock& clock) {
  const double processor = clock.processor();
  const double begin = clock.elapsed();
  double taken = 0;
  int runs = 0;
  do {
    execute();
    ++runs;
    taken = clock.elapsed() - begin;
  } while (taken < about);
  return {taken / runs, (clock.processor() - processor) / runs};
}

Decided contest(const Contestants& candidates, unsigned cores, const ContestClock& clock) {
  constexpr int rounds = 8;  // half a second, if executions are short
  constexpr double most_seconds = 2;
  candidates.genuine();
  candidates.papilio();  // its first execution loads kernels
  const double end = clock.elapsed() + most_seconds;
  Decided result;
  int round = 0;
  do {
    result.last = outcome_of(round_of(candidates, end, clock));
    result.objection = objection(result.last, cores);
    ++round;
  } while (result.objection.empty() && round < rounds && clock.elapsed() < end);
  return result;
}

}  // namespace papilio::fftw3
