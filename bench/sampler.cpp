// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/sampler.hpp"

#include <algorithm>

namespace papilio::bench {

void Sampler::calibrate() {
  timer_(1);  // may allocate, load code, wake the device
  std::size_t count = 1;
  for (;;) {
    const double seconds = timer_(count);
    if (seconds >= min_seconds_ || count == max_executions) break;
    // A little more than proportional, so that the next attempt is usually the last. The first attempts include the
    // device's start-up time, so several may be needed.
    const double factor = seconds > 0 ? std::clamp(1.2 * min_seconds_ / seconds, 1.2, 100.0) : 100.0;
    const auto next = static_cast<std::size_t>(static_cast<double>(count) * factor) + 1;
    count = std::min(next, max_executions);
  }
  executions_ = count;
}

void Sampler::sample() { samples_.push_back(timer_(executions_) / static_cast<double>(executions_)); }

}  // namespace papilio::bench
