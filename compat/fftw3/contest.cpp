// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <algorithm>
#include <chrono>

namespace papilio::fftw3 {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// The value below which lies this part of the turns.
template <typename Value>
double quantile(const std::vector<Turn>& turns, double part, Value value) {
  std::vector<double> values;
  for (const Turn& turn : turns) values.push_back(value(turn));
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size()))];
}

}  // namespace

Outcome outcome_of(const std::vector<Turn>& turns) {
  return {quantile(turns, 0.5, [](const Turn& turn) { return turn.genuine; }),
          quantile(turns, 0.5, [](const Turn& turn) { return turn.papilio; }),
          quantile(turns, 0.25, [](const Turn& turn) { return turn.genuine / turn.papilio; })};
}

double seconds_of(const std::function<void()>& execute, double about) {
  const auto begin = Clock::now();
  double taken = 0;
  int runs = 0;
  do {
    execute();
    ++runs;
    taken = since(begin);
  } while (taken < about);
  return taken / runs;
}

Outcome contest(const std::function<void()>& genuine, const std::function<void()>& papilio) {
  constexpr double turn = 2e-3;
  constexpr std::size_t least = 5;
  constexpr std::size_t most = 16;
  constexpr double enough = 0.5;  // seconds in all: long executions vary less
  constexpr double most_seconds = 2;
  genuine();
  papilio();  // its first execution loads kernels
  std::vector<Turn> turns;
  const auto begin = Clock::now();
  double taken = 0;
  do {
    turns.push_back({seconds_of(genuine, turn), seconds_of(papilio, turn)});
    taken = since(begin);
  } while (taken < most_seconds && (turns.size() < least || (turns.size() < most && taken < enough)));
  return outcome_of(turns);
}

}  // namespace papilio::fftw3
