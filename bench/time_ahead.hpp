// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long a device takes for executions that it does faster than a thread can start them.
#pragma once

#include <cstddef>
#include <functional>

#include "bench/arena.hpp"

namespace papilio::bench {

/// Seconds of some executions: of the device, and of the thread that started them.
struct Started {
  double seconds = 0;
  double calling_seconds = 0;
};
using Run = std::function<Started(std::size_t executions)>;
/// Gives the device other work, for so many seconds at least; false where it cannot.
using KeepBusy = std::function<bool(double seconds)>;

/// What is put into a device's queue together: it holds a thousand launches or so, and some libraries need several.
inline constexpr std::size_t row_length = 256;

/// Of `count` executions. Where the device would wait for the thread, or nearly, they are put into its queue while it
/// is kept busy, so that it does them one right behind the other.
Took time_ahead(std::size_t count, const Run& run, const KeepBusy& keep_busy);

}  // namespace papilio::bench
