// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/segments.hpp"

#include <algorithm>

namespace papilio::tool {

std::size_t Segments::look_ahead(std::size_t limit) {
  const std::size_t width = signal_.info().values_per_frame();
  ahead_.resize(limit * width);
  const std::size_t frames = signal_.read(ahead_);
  ahead_.resize(frames * width);
  return frames;
}

void Segments::start(std::size_t length, std::size_t step) {
  segment_.resize(length * signal_.info().values_per_frame());
  step_ = step;
}

std::size_t Segments::read(std::span<double> values) {
  const std::size_t width = signal_.info().values_per_frame();
  const std::size_t stored = std::min(values.size(), ahead_.size() - ahead_at_);
  std::copy_n(ahead_.begin() + static_cast<std::ptrdiff_t>(ahead_at_), stored, values.begin());
  ahead_at_ += stored;
  if (ahead_at_ == ahead_.size()) {
    ahead_ = {};
    ahead_at_ = 0;
  }
  const std::span<double> rest = values.subspan(stored);
  return stored / width + (rest.empty() ? 0 : signal_.read(rest));
}

std::span<const double> Segments::next() {
  const std::size_t width = signal_.info().values_per_frame();
  const std::size_t length = segment_.size() / width;
  const std::size_t fresh = first_ ? length : step_;
  std::copy(segment_.begin() + static_cast<std::ptrdiff_t>(fresh * width), segment_.end(), segment_.begin());
  const std::size_t got = read(std::span(segment_).last(fresh * width));
  if (got < fresh && !first_) {
    dropped_ = static_cast<std::int64_t>(got);
    return {};
  }
  first_ = false;
  covered_ += static_cast<std::int64_t>(got);
  return std::span(segment_).first((length - fresh + got) * width);
}

}  // namespace papilio::tool
