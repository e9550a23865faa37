// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "compat/cufft/multi_gpu/held_rows.hpp"

#include <algorithm>
#include <utility>

namespace papilio::compat::cufft {
namespace {

std::int64_t quotient_up(std::int64_t value, std::int64_t divisor) {
  return value <= 0 ? 0 : (value + divisor - 1) / divisor;
}

/// Collects what a memory of several runs has of one run.
class RunsInRange {
 public:
  RunsInRange(const HeldRows& runs, const HeldRows& range)
      : runs_(runs), begin_(range.first), end_(range.first + range.width) {}

  std::vector<CommonRows> take() {
    const std::int64_t first = std::min(quotient_up(begin_ - runs_.first, runs_.pitch), runs_.rows);
    const std::int64_t room = end_ - runs_.width - runs_.first;
    const std::int64_t last = room < 0 ? first : std::clamp(room / runs_.pitch + 1, first, runs_.rows);
    add_part_of(first - 1);
    if (last > first) {
      const std::int64_t start = runs_.first + first * runs_.pitch;
      shared_.push_back({first * runs_.width, start - begin_, runs_.width, runs_.pitch, runs_.width, last - first});
    }
    add_part_of(last);
    return std::move(shared_);
  }

 private:
  void add_part_of(std::int64_t run) {
    if (run < 0 || run >= runs_.rows) return;
    const std::int64_t start = runs_.first + run * runs_.pitch;
    const std::int64_t begin = std::max(start, begin_);
    const std::int64_t width = std::min(start + runs_.width, end_) - begin;
    if (width > 0) shared_.push_back({run * runs_.width + begin - start, begin - begin_, width, width, width, 1});
  }

  const HeldRows& runs_;
  std::int64_t begin_;
  std::int64_t end_;
  std::vector<CommonRows> shared_;
};

}  // namespace

std::vector<CommonRows> common_rows(const HeldRows& from, const HeldRows& to) {
  if (from.bytes() == 0 || to.bytes() == 0) return {};
  if (to.rows == 1) return RunsInRange(from, to).take();
  if (from.rows > 1 && from.pitch == to.pitch && from.rows == to.rows) {
    const std::int64_t begin = std::max(from.first, to.first);
    const std::int64_t width = std::min(from.first + from.width, to.first + to.width) - begin;
    if (width <= 0) return {};
    return {{begin - from.first, begin - to.first, from.width, to.width, width, from.rows}};
  }
  std::vector<CommonRows> all;
  for (std::int64_t row = 0; row < from.rows; ++row) {
    const HeldRows run{from.first + row * from.pitch, 1, from.width, from.width};
    for (CommonRows rows : RunsInRange(to, run).take()) {
      std::swap(rows.from, rows.to);
      std::swap(rows.from_pitch, rows.to_pitch);
      rows.from += row * from.width;
      all.push_back(rows);
    }
  }
  return all;
}

Share share_of(std::int64_t count, std::size_t gpu, std::size_t gpus) {
  const auto all = static_cast<std::int64_t>(gpus);
  const auto one = static_cast<std::int64_t>(gpu);
  return {count / all * one + std::min(one, count % all), count / all + (one < count % all ? 1 : 0)};
}

}  // namespace papilio::compat::cufft
