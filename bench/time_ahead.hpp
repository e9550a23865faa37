// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How long a device takes for executions that it does faster than a thread can start them.
#pragma once

#include <cstddef>
#include <functional>

#include "bench/arena.hpp"

namespace papilio::bench {

/// Starts `count` executions and takes the time of that.
using Run = std::function<Took(std::size_t count)>;
/// Gives the device other work, for about so many seconds; false where there is none.
using KeepBusy = std::function<bool(double seconds)>;

/// Of `count` executions. Where the device would wait for the thread, they are put into its queue while it is kept busy, so that it
/// does them one right behind the other.
Took time_ahead(std::size_t count, const Run& run, const KeepBusy& keep_busy);

}  // namespace papilio::bench
