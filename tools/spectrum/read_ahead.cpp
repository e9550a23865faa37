// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/read_ahead.hpp"

#include <algorithm>

namespace papilio::tool {

std::size_t ReadAhead::look_ahead(std::size_t limit) {
  const std::size_t width = signal_.info().values_per_frame();
  ahead_.resize(limit * width);
  const std::size_t frames = signal_.read(ahead_);
  ahead_.resize(frames * width);
  return frames;
}

std::size_t ReadAhead::read(std::span<double> values) {
  const std::size_t width = signal_.info().values_per_frame();
  const std::size_t stored = std::min(values.size(), ahead_.size() - at_);
  std::copy_n(ahead_.begin() + static_cast<std::ptrdiff_t>(at_), stored, values.begin());
  at_ += stored;
  if (at_ == ahead_.size()) {
    ahead_ = {};
    at_ = 0;
  }
  const std::span<double> rest = values.subspan(stored);
  return stored / width + (rest.empty() ? 0 : signal_.read(rest));
}

}  // namespace papilio::tool
