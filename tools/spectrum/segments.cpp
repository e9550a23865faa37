// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <papilio/error.hpp>

namespace papilio::tool {

std::size_t step_of(double overlap, std::size_t length, double usual) {
  if (!(overlap >= 0 && overlap < 1)) {
    throw Error::invalid_argument(fmt::format("overlap {}", overlap), "is not in 0 <= overlap < 1",
                                  fmt::format("{} suits most windows", usual));
  }
  const auto common = static_cast<std::size_t>(std::ceil(overlap * static_cast<double>(length) - 0.5));
  return length - std::min(common, length - 1);
}

void SignalSegments::start(std::size_t length, std::size_t step) {
  segment_.resize(length * signal_.info().values_per_frame());
  step_ = step;
}

std::span<const double> SignalSegments::next() {
  const std::size_t width = signal_.info().values_per_frame();
  const std::size_t length = segment_.size() / width;
  const std::size_t fresh = first_ ? length : step_;
  std::copy(segment_.begin() + static_cast<std::ptrdiff_t>(fresh * width), segment_.end(), segment_.begin());
  const std::size_t got = signal_.read(std::span(segment_).last(fresh * width));
  if (got < fresh && !first_) {
    dropped_ = static_cast<std::int64_t>(got);
    return {};
  }
  first_ = false;
  covered_ += static_cast<std::int64_t>(got);
  return std::span(segment_).first((length - fresh + got) * width);
}

}  // namespace papilio::tool
