// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which of several things is faster, on a machine that has other work too. Samples are taken in turns, and each is
// compared only with its neighbour: a disturbance that lasts longer than two samples slows both, and medians and
// quartiles of the ratios leave out shorter ones. The fastest of many candidates has usually been lucky, so the winner
// is measured again.
//
// A header without sources: whoever measures may include it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace papilio {

/// The value below which that part of the sorted values lies, interpolated between the two nearest (definition 7 of
/// Hyndman and Fan, 1996, as NumPy's default). There is at least one value.
inline double quantile_of_sorted(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

inline double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return quantile_of_sorted(values, part);
}

inline double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

/// Takes one sample: seconds.
using Sample = std::function<double()>;

/// Ratio of medians from which the other is faster; three quarters of the pairs must also be faster by any amount.
inline constexpr double winning_margin = 1.02;

struct Comparison {
  double seconds = 0;        ///< median of the first's samples
  double other_seconds = 0;  ///< of the second's
  double speed = 1;          ///< of the first relative to the second: median of the ratios
  double low = 1;            ///< their quartiles
  double high = 1;
  [[nodiscard]] bool is_faster() const { return speed > winning_margin && low > 1; }
};

/// `count` samples of each, one or the other first in turn.
inline Comparison paired(const Sample& first, const Sample& second, int count) {
  std::vector<double> own;
  std::vector<double> other;
  std::vector<double> ratios;
  for (int i = 0; i < count; ++i) {
    if (i % 2 == 0) own.push_back(first());
    other.push_back(second());
    if (i % 2 == 1) own.push_back(first());
    ratios.push_back(other.back() / own.back());
  }
  return {median(own), median(other), median(ratios), quantile(ratios, 0.25), quantile(ratios, 0.75)};
}

/// Summary of comparisons under several circumstances, one at least: medians, and the least and the highest speed.
inline Comparison pooled(std::span<const Comparison> comparisons) {
  const auto all = [&](double Comparison::*figure) {
    std::vector<double> values;
    for (const Comparison& one : comparisons) values.push_back(one.*figure);
    return values;
  };
  const std::vector<double> speeds = all(&Comparison::speed);
  return {median(all(&Comparison::seconds)), median(all(&Comparison::other_seconds)), median(speeds),
          std::ranges::min(speeds), std::ranges::max(speeds)};
}

struct Winner {
  std::size_t number = 0;  ///< among the rivals
  double speed = 1;        ///< relative to the champion
};
struct Race {
  std::optional<Winner> winner;
  std::vector<double> speeds;  ///< of each rival relative to the champion: medians; 0 where it did not come to that
};
/// The fastest of the rivals wins if it is faster than the champion, in the race and in a comparison of the two
/// afterwards. Rivals that are slower in the first rounds leave. There is no winner once stopped() returns true.
inline Race race_of(const Sample& champion, std::span<const Sample> rivals, const std::function<bool()>& stopped) {
  constexpr int heats = 3;
  constexpr int rounds = 9;
  constexpr int confirmations = 11;
  constexpr double hopeless = 0.97;  // median speed of a rival that leaves after the heats
  struct Runner {
    std::size_t number = 0;
    std::vector<double> speeds;
    [[nodiscard]] double median() const { return papilio::median(speeds); }
  };
  Race race{{}, std::vector<double>(rivals.size())};
  std::vector<Runner> running;
  for (std::size_t i = 0; i < rivals.size(); ++i) running.push_back({i, {}});
  for (int round = 0; round < rounds && !running.empty(); ++round) {
    for (Runner& rival : running) {
      if (stopped()) return race;
      rival.speeds.push_back(paired(rivals[rival.number], champion, 1).speed);
      race.speeds[rival.number] = rival.median();
    }
    if (round + 1 == heats) {
      std::erase_if(
          running, [](const Runner& rival) { return rival.median() < hopeless || std::ranges::max(rival.speeds) < 1; });
    }
  }
  if (running.empty()) return race;
  const Runner& best = *std::ranges::max_element(running, {}, &Runner::median);
  if (best.median() <= winning_margin || quantile(best.speeds, 0.25) <= 1 || stopped()) return race;
  const Comparison again = paired(rivals[best.number], champion, confirmations);
  if (again.is_faster()) race.winner = {best.number, again.speed};
  return race;
}

}  // namespace papilio
