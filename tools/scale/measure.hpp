// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Times of a transform over several devices: all of it, its passes without exchanges, its exchanges without passes, and
// the same problem on the first device alone.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/scale/work.hpp"

namespace papilio::tool {

/// Seconds are medians; of several devices the slowest.
struct ScaleFigures {
  double seconds = 0;
  double local = 0;       ///< passes and copies alone; 0 where memory is short
  double exchange = 0;    ///< messages to other devices alone; likewise
  double one_device = 0;  ///< of papilio::Plan on the first device; 0: it does not fit
  int runs = 0;
  std::int64_t sent_bytes = 0;  ///< to others, by the device that sends most
  std::int64_t copied_bytes = 0;
  std::size_t work_bytes = 0;
  double scratch_error = 0;  ///< mpi::roundings_of()

  /// A lower bound of the time.
  [[nodiscard]] double bound() const { return local > exchange ? local : exchange; }
  /// Bytes per second of a device's link in each direction; 0 without exchanges.
  [[nodiscard]] double bandwidth() const { return exchange > 0 ? static_cast<double>(sent_bytes) / exchange : 0; }
};

/// Collective. On one rank's problem, whose input it sets.
ScaleFigures measure(ScaleWork& work, double seconds);

/// Seconds of papilio::Plan, in device memory; 0 if it does not fit.
double measure_one_device(const Device& device, const Problem& problem, double seconds);

}  // namespace papilio::tool
