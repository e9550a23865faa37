// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "contest.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace papilio::fftw3 {

double seconds_of(const std::function<void()>& execute, double about) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  double best = std::numeric_limits<double>::infinity();
  const auto begin = Clock::now();
  int runs = 1;  // in a row, so that the clock's own time does not count
  for (int round = 0; round < 100; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < runs; ++i) execute();
    const double taken = since(start);
    best = std::min(best, taken / runs);
    if (since(begin) > about) break;
    if (taken < 20e-6) runs *= 2;
  }
  return best;
}

Times contest(const std::function<void()>& genuine, const std::function<void()>& papilio) {
  constexpr double turn = 2e-3;
  constexpr int turns = 4;
  constexpr int more_turns = 12;  // if Papilio seems to win: what slows FFTW for some milliseconds must not decide
  genuine();
  papilio();  // its first execution loads kernels
  Times best{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  for (int i = 0; i < turns || (i < turns + more_turns && best.papilio < best.genuine); ++i) {
    best.genuine = std::min(best.genuine, seconds_of(genuine, turn));
    best.papilio = std::min(best.papilio, seconds_of(papilio, turn));
  }
  return best;
}

}  // namespace papilio::fftw3
