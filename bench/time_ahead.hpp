// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Times executions that a device finishes faster than a thread can start them.
#pragma once

#include <cstddef>
#include <functional>

#include "bench/arena.hpp"

namespace papilio::bench {

/// Seconds of some executions: on the device, and of the thread that started them.
struct Started {
  double seconds = 0;
  double calling_seconds = 0;
};
using StartRun = std::function<Started(std::size_t executions)>;
/// Keeps the device busy with other work for at least that many seconds; returns false if it cannot.
using KeepBusy = std::function<bool(double seconds)>;

/// Executions that are put into a device's queue at once. A queue holds about a thousand launches, and some libraries
/// need several for an execution.
inline constexpr std::size_t row_length = 256;

/// Times `count` executions. If the device would wait for the thread, or nearly so, they are enqueued while the device
/// is kept busy, so that it runs them back to back.
Took time_ahead(std::size_t count, const StartRun& run, const KeepBusy& keep_busy);

}  // namespace papilio::bench
