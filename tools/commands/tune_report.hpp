// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What `papilio tune` prints: a line for each problem, and the means.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace papilio::tool {

/// A problem that was tuned, or whose tuned plan was compared with the untuned one.
struct TuneRow {
  std::string token;
  std::string shapes;
  double untuned_microseconds = 0;
  double microseconds = 0;
  double speed = 1;  ///< relative to the untuned plan
  double low = 1;    ///< of comparisons: the least and the highest of several places of the memory
  double high = 1;
  int tried = 0;
  int wrong = 0;
  bool better = false;
  bool complete = false;  ///< the search ended before its time did
  bool interrupted = false;
  std::string note;  ///< why there is no result; empty if there is one
  /// False if the tuned plan is the untuned one.
  [[nodiscard]] bool measured() const { return untuned_microseconds > 0; }
};

/// Aligned to tokens of this width.
std::string tuned_line(const TuneRow& row, std::size_t width);
std::string compared_line(const TuneRow& row, std::size_t width);
/// Geometric mean, and the slowest.
std::string summary(const std::vector<TuneRow>& rows);
nlohmann::ordered_json to_json(const std::vector<TuneRow>& rows);

}  // namespace papilio::tool
