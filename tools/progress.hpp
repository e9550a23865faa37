// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A line on the terminal that says how far the work is. Shown on stderr, only where that is a terminal, and only once
// the work has taken a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace papilio::tool {

class ProgressBar {
 public:
  /// total: the count at the end, none where it is not known.
  explicit ProgressBar(std::optional<std::int64_t> total);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Cheap; draws at most ten times a second. what: the present step, or empty.
  void update(std::int64_t done, std::string_view what = {});
  /// Erases the line.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::int64_t> total_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point next_;
};

}  // namespace papilio::tool
