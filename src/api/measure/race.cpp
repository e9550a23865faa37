// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/measure/race.hpp"

#include <algorithm>
#include <vector>

namespace papilio::api {
namespace {

constexpr int heats = 3;
constexpr int rounds = 9;
constexpr int confirmations = 11;
constexpr double hopeless = 0.97;  ///< median speed of a rival that leaves after the heats

/// Between the two nearest values.
double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

struct Runner {
  std::size_t number = 0;
  std::vector<double> speeds;
  [[nodiscard]] double median() const { return quantile(speeds, 0.5); }
};

}  // namespace

Comparison paired(const Sample& first, const Sample& second, int count) {
  std::vector<double> own;
  std::vector<double> other;
  std::vector<double> ratios;
  for (int i = 0; i < count; ++i) {
    if (i % 2 == 0) own.push_back(first());
    other.push_back(second());
    if (i % 2 == 1) own.push_back(first());
    ratios.push_back(other.back() / own.back());
  }
  return {quantile(own, 0.5), quantile(other, 0.5), quantile(ratios, 0.5), quantile(ratios, 0.25),
          quantile(ratios, 0.75)};
}

Comparison pooled(std::span<const Comparison> comparisons) {
  const auto all = [&](double Comparison::*figure) {
    std::vector<double> values;
    for (const Comparison& one : comparisons) values.push_back(one.*figure);
    return values;
  };
  const std::vector<double> speeds = all(&Comparison::speed);
  return {quantile(all(&Comparison::seconds), 0.5), quantile(all(&Comparison::other_seconds), 0.5),
          quantile(speeds, 0.5), std::ranges::min(speeds), std::ranges::max(speeds)};
}

Race race_of(const Sample& champion, std::span<const Sample> rivals, const std::function<bool()>& stopped) {
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

}  // namespace papilio::api
