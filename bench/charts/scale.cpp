// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace papilio::bench {

double AxisScale::operator()(double value) const {
  if (!logarithmic_) return (value - low_) / (high_ - low_);
  return std::log(value / low_) / std::log(high_ / low_);
}

AxisScale AxisScale::linear(double highest, Labels labels) {
  // About six steps of 1, 2, 2.5 or 5 times a power of ten.
  const double rough = std::max(highest, 1e-12) / 6;
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * decade;
  for (const double factor : {5.0, 2.5, 2.0, 1.0}) {
    if (factor * decade >= rough * 0.999) step = factor * decade;
  }
  const double count = std::ceil(highest / step - 1e-9);
  AxisScale scale(0, count * step, false);
  for (int i = 0; i <= static_cast<int>(count); ++i) {
    const double value = step * i;
    scale.ticks_.push_back(
        {value, labels == Labels::percent ? fmt::format("{:g} %", 100 * value) : fmt::format("{:g}", value)});
  }
  return scale;
}

AxisScale AxisScale::powers_of_two(double lowest, double highest) {
  int first = static_cast<int>(std::floor(std::log2(lowest) + 1e-9));
  int last = static_cast<int>(std::ceil(std::log2(highest) - 1e-9));
  if (first == last) --first, ++last;
  const int stride = std::max(1, (last - first + 13) / 14);
  // Half a step of margin at both ends, so that no marker lies on the frame.
  const double air = 0.02 * (last - first) + 0.1;
  AxisScale scale(std::exp2(first - air), std::exp2(last + air), true);
  for (int k = first; k <= last; ++k) {
    scale.ticks_.push_back({std::exp2(k), k % stride == 0 ? fmt::format("2^{}", k) : std::string()});
  }
  return scale;
}

AxisScale AxisScale::decades(double lowest, double highest, Labels labels) {
  constexpr int steps[] = {1, 2, 5};
  // Step number i is steps[i % 3] * 10^(i / 3), for negative i too.
  const auto value_of = [&](int i) {
    const int decade = i >= 0 ? i / 3 : -((2 - i) / 3);
    return steps[i - 3 * decade] * std::pow(10, decade);
  };
  int first = 3 * static_cast<int>(std::floor(std::log10(lowest)));
  while (value_of(first + 1) <= lowest * 1.0001) ++first;
  int last = first + 1;
  while (value_of(last) < highest * 0.9999) ++last;
  const bool many = last - first > 9;
  AxisScale scale(value_of(first), value_of(last), true);
  for (int i = first; i <= last; ++i) {
    const double value = value_of(i);
    const int decade = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    const bool whole = value < 1.5 * std::pow(10, decade);
    std::string label = fmt::format("10^{}", decade);
    if (!whole) label = fmt::format("{:.0f}·{}", value / std::pow(10, decade), label);
    if (labels == Labels::numbers) label = value < 1 ? fmt::format("{:g}", value) : fmt::format("{:.0f}", value);
    if (!whole && many) label.clear();
    scale.ticks_.push_back({value, label});
  }
  return scale;
}

AxisScale AxisScale::factors(double lowest, double highest) {
  static const std::vector<double> fine = {0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4};
  std::vector<double> steps = fine;
  if (lowest < 0.5 || highest > 2) {
    steps.clear();
    for (int k = -20; k <= 20; ++k) steps.push_back(std::exp2(k));
  }
  const auto one = std::find(steps.begin(), steps.end(), 1.0);
  auto first = one - 1;  // start below 1, so that slower libraries have room
  auto last = one + 1;
  while (first != steps.begin() && *first > lowest) --first;
  while (last + 1 != steps.end() && *last < highest) ++last;
  AxisScale scale(*first, *last, true);
  const auto stride = static_cast<std::ptrdiff_t>(1 + (last - first) / 9);
  for (auto step = first; step <= last; ++step) {
    if ((step - one) % stride != 0) continue;
    scale.ticks_.push_back({*step, *step < 0.25 ? fmt::format("1/{:g}×", 1 / *step) : fmt::format("{:g}×", *step)});
  }
  return scale;
}

}  // namespace papilio::bench
