// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which of several things is faster, on a machine that has other work too. Samples are taken in turns, and each is
// compared only with its neighbour: a disturbance that lasts longer than two samples slows both, and medians and
// quartiles of the ratios leave out shorter ones. The fastest of many candidates has usually been lucky, so the winner
// is measured again.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace papilio::api {

/// Takes one sample: seconds.
using Sample = std::function<double()>;

/// What counts as faster: 2 % faster in the median, and faster by any amount in three quarters of the pairs.
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
Comparison paired(const Sample& first, const Sample& second, int count);

/// Of comparisons under several circumstances, one at least: medians, and the least and the highest speed.
Comparison pooled(std::span<const Comparison> comparisons);

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
Race race_of(const Sample& champion, std::span<const Sample> rivals, const std::function<bool()>& stopped);

}  // namespace papilio::api
