// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "tools/terminal/terminal.hpp"

namespace papilio::tool {

ProgressBar::ProgressBar(std::optional<std::int64_t> total)
    : total_(total), terminal_(is_terminal(StandardStream::error)), next_(Clock::now() + std::chrono::seconds(1)) {}

void ProgressBar::update(std::int64_t done, std::string_view what) {
  const Clock::time_point now = Clock::now();
  if (!terminal_ || now < next_) {
    return;
  }
  next_ = now + std::chrono::milliseconds(100);
  drawn_ = true;
  if (total_ && *total_ > 0) {
    constexpr std::size_t width = 40;
    const double share = std::clamp(static_cast<double>(done) / static_cast<double>(*total_), 0.0, 1.0);
    const auto full = static_cast<std::size_t>(share * width);
    fmt::print(stderr, "\r[{}{}] {:3.0f} %", std::string(full, '='), std::string(width - full, ' '), 100 * share);
  } else {
    fmt::print(stderr, "\r{} samples", done);
  }
  if (!what.empty()) fmt::print(stderr, " {}\x1b[K", what);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (drawn_) {
    std::fputs("\r\x1b[K", stderr);
    drawn_ = false;
  }
}

}  // namespace papilio::tool
