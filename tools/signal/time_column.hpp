// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The times of a recording's rows, which must be in even steps: the step gives the sample rate.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace papilio::tool {

class TimeColumn {
 public:
  /// The times of the first rows, in units of which a second has that many. Times are often printed with few digits, so
  /// each may be half a step away from where it should be. Throws Error(io), which names the row, the time and the
  /// remedy.
  TimeColumn(std::string path, std::span<const double> times, double units_in_a_second);

  [[nodiscard]] double rate() const { return rate_; }
  /// The time of the next row. Throws Error(io) where the times leave the step of the first rows.
  void next(double time);

 private:
  void fail(double time, std::int64_t row) const;

  std::string path_;
  double first_ = 0;
  double last_ = 0;
  double step_ = 0;
  double rate_ = 0;
  double rounding_ = 0;  ///< how far the first times are from even steps
  double drift_ = 0;     ///< of the times of each further row, at most, because the step is not known any better
  std::int64_t rows_ = 0;
};

}  // namespace papilio::tool
