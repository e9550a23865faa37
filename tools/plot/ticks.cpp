// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/ticks.hpp"

#include <fmt/format.h>

#include <cmath>

namespace papilio::tool {
namespace {

std::vector<double> multiples(double step, double low, double high) {
  std::vector<double> values;
  // A tolerance of a millionth of a step, because 3 * 0.1 is not 0.3.
  const auto first = static_cast<long>(std::ceil(low / step - 1e-6));
  const auto last = static_cast<long>(std::floor(high / step + 1e-6));
  for (long i = first; i <= last; ++i) {
    values.push_back(static_cast<double>(i) * step);
  }
  return values;
}

}  // namespace

Ticks linear_ticks(double low, double high, int most) {
  const double rough = (high - low) / most;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const double step = factor * power;
    if (step >= rough * (1 - 1e-9)) {
      return {multiples(step, low, high), multiples(step / (factor == 2 ? 4 : 5), low, high)};
    }
  }
  return {};
}

Ticks decade_ticks(double low, double high) {
  Ticks ticks;
  const bool few = std::log10(high / low) < 4.5;
  for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high * (1 + 1e-9); decade *= 10) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * decade;
      if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) {
        continue;
      }
      const bool labelled = digit == 1 || (few && (digit == 2 || digit == 5));
      (labelled ? ticks.major : ticks.minor).push_back(value);
    }
  }
  return ticks;
}

std::vector<double> uneven_ticks(double low, double high) {
  std::vector<double> ticks;
  for (double decade = std::pow(10, std::floor(std::log10(high)) - 2); decade <= high; decade *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor * decade >= low && factor * decade <= high) ticks.push_back(factor * decade);
    }
  }
  return ticks;
}

FrequencyUnit FrequencyUnit::for_range(double highest) {
  if (highest >= 2e9) {
    return {1e9, "GHz"};
  }
  if (highest >= 1e6) {
    return {1e6, "MHz"};
  }
  return highest >= 2e3 ? FrequencyUnit{1e3, "kHz"} : FrequencyUnit{1, "Hz"};
}

std::string number_text(double value) {
  // 12 digits hide the rounding error of 0.1 * 3.
  std::string text = fmt::format("{:.12g}", value == 0 ? 0.0 : value);
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string prefixed_text(double value) {
  struct Prefix {
    double scale;
    const char* name;
  };
  constexpr Prefix prefixes[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const Prefix& prefix : prefixes) {
    if (value >= prefix.scale) {
      return number_text(value / prefix.scale) + prefix.name;
    }
  }
  return number_text(value);
}

}  // namespace papilio::tool
