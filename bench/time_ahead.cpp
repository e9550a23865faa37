// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/time_ahead.hpp"

#include <algorithm>

#include "core/number_theory.hpp"

namespace papilio::bench {

Took time_ahead(std::size_t count, const StartRun& run, const KeepBusy& keep_busy) {
  // More at once might fill the queue, and the thread would wait for the device.
  const std::size_t first = std::min(count, row_length);
  const Started tried = run(first);
  const auto behind = [&] { return Took{count == first ? tried.seconds : run(count).seconds, std::nullopt}; };
  if (tried.calling_seconds < 0.7 * tried.seconds) return behind();
  const double call_seconds = tried.calling_seconds / static_cast<double>(first);
  const std::size_t rows = ceil_div(count, row_length);
  Started all;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t executions = count / rows + (row < count % rows ? 1 : 0);
    if (!keep_busy(2 * call_seconds * static_cast<double>(executions))) return behind();
    const Started done = run(executions);
    all.seconds += done.seconds;
    all.calling_seconds += done.calling_seconds;
  }
  return {all.seconds, all.calling_seconds};
}

}  // namespace papilio::bench
