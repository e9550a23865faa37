// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Scale: maps the values of an axis to positions from 0 to 1, and has its ticks.
#pragma once

#include <string>
#include <vector>

namespace papilio::bench {

struct Tick {
  double value = 0;
  std::string label;  ///< empty for a line without a label
};

class AxisScale {
 public:
  /// percent: 100 times the values, with "%"; powers: "10^-7", and "2·10^-7".
  enum class Labels { numbers, percent, powers };
  /// From 0 to at least `highest`, with round ticks.
  static AxisScale linear(double highest, Labels labels);
  /// Whole powers of two around both, labelled "2^3"; about 14 labels at most.
  static AxisScale powers_of_two(double lowest, double highest);
  /// From 1, 2 or 5 times a power of ten to another, around both; all of these have labels if there are few, else only
  /// the powers.
  static AxisScale decades(double lowest, double highest, Labels labels = Labels::powers);
  /// Factors around both and always 1, labelled "0.5×", "2×": powers of two, or finer steps where both are near 1.
  static AxisScale factors(double lowest, double highest);

  /// The position of a value; below 0 or above 1 outside the scale.
  [[nodiscard]] double operator()(double value) const;
  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  AxisScale(double low, double high, bool logarithmic) : low_(low), high_(high), logarithmic_(logarithmic) {}
  double low_;
  double high_;
  bool logarithmic_;
  std::vector<Tick> ticks_;
};

}  // namespace papilio::bench
