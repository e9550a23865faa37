// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Round numbers for axes.
#pragma once

#include <string>
#include <vector>

namespace papilio::tool {

struct Ticks {
  std::vector<double> major;  ///< with a label
  std::vector<double> minor;  ///< a grid line only
};

/// Multiples of 1, 2 or 5 times a power of ten within [low, high], at most `most` major ones; minor ones between.
Ticks linear_ticks(double low, double high, int most);
/// Powers of ten within [low, high] as major ticks; also 2 and 5 times these if there are few decades. The other
/// multiples are minor.
Ticks decade_ticks(double low, double high);
/// 1, 2 and 5 times powers of ten, of a scale of some decades.
std::vector<double> uneven_ticks(double low, double high);

/// Hz, kHz, MHz or GHz, so that `highest` is a number of one to three digits.
struct FrequencyUnit {
  double scale;  ///< Hz
  std::string name;
  static FrequencyUnit for_range(double highest);
};

/// The shortest decimal form of the value: "0.5", "20".
std::string number_text(double value);
/// The same with k, M or G from a thousand on: "20", "5k".
std::string prefixed_text(double value);

}  // namespace papilio::tool
