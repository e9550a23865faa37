// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Times of what all ranks do together: those of the slowest rank, the same on all. Collective.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "mpi/ranks/team.hpp"

namespace papilio::mpi {

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Seconds of the slowest rank.
template <typename Work>
double timed(Team& team, const Work& work) {
  team.agree(std::nullopt);
  const auto begin = std::chrono::steady_clock::now();
  work();
  return largest(team, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

/// Samples of about `seconds` of runs, of five at least and 200 at most, after one that finds pages and kernels cold.
template <typename Work>
std::vector<double> samples_of(Team& team, double seconds, const Work& work) {
  constexpr std::size_t min_runs = 5;
  constexpr std::size_t max_runs = 200;
  work();
  std::vector<double> samples;
  for (double spent = 0; (spent < seconds || samples.size() < min_runs) && samples.size() < max_runs;) {
    samples.push_back(timed(team, work));
    spent += samples.back();
  }
  return samples;
}

}  // namespace papilio::mpi
