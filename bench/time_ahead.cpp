// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/time_ahead.hpp"

namespace papilio::bench {

Took time_ahead(std::size_t count, const Run& run, const KeepBusy& keep_busy) {
  Took took = run(count);
  if (took.calling < 0.7 * took.seconds) return took;
  constexpr std::size_t together = 256;  // a queue holds a thousand launches or so, and some libraries need several
  const std::size_t rows = (count + together - 1) / together;
  double seconds = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t own = count / rows + (row < count % rows ? 1 : 0);
    if (!keep_busy(2 * took.calling * static_cast<double>(own) / static_cast<double>(count))) return took;
    seconds += run(own).seconds;
  }
  took.seconds = seconds;
  return took;
}

}  // namespace papilio::bench
