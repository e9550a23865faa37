// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/time_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>
#include <utility>

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

TimeColumn::TimeColumn(std::string path, std::span<const double> times, double units_in_a_second)
    : path_(std::move(path)),
      first_(times.front()),
      last_(times.back()),
      rows_(static_cast<std::int64_t>(times.size())) {
  step_ = times.size() < 2 ? 0 : (last_ - first_) / static_cast<double>(times.size() - 1);
  if (!(step_ > 0)) throw Error::io(path_, "its time column does not rise", "give the sample rate with --rate");
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double distance = std::abs(times[i] - first_ - static_cast<double>(i) * step_);
    if (distance > 0.5 * step_) fail(times[i], static_cast<std::int64_t>(i) + 1);
    rounding_ = std::max(rounding_, distance);
  }
  drift_ = 2 * rounding_ / static_cast<double>(times.size() - 1);
  // 0 and infinite for times that are as far apart, or as near, as doubles can be
  rate_ = units_in_a_second / step_;
  if (rate_ >= least_rate && rate_ <= most_rate) return;
  throw Error::io(path_, fmt::format("its times are {:.6g} s apart, which is no sample rate", 1 / rate_),
                  "give the sample rate with --rate");
}

void TimeColumn::next(double time) {
  const auto row = static_cast<double>(rows_++);
  // The step up to the row before is the better one for this row; the first rows' step shows slow changes.
  const bool is_near = std::abs(time - last_ - (last_ - first_) / (row - 1)) <= 0.5 * step_ + 2 * rounding_;
  const bool is_even = std::abs(time - first_ - row * step_) <= 0.5 * step_ + drift_ * row;
  if (!is_near || !is_even) fail(time, rows_);
  last_ = time;
}

void TimeColumn::fail(double time, std::int64_t row) const {
  throw Error::io(fmt::format("{}: time {} in row {}", path_, time, row),
                  fmt::format("is not in an even step of {:.6g}", step_),
                  "resample the signal, or give the sample rate with --rate");
}

}  // namespace papilio::tool
