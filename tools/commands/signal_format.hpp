// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The values of --format and --columns.
#pragma once

#include "tools/commands/one_of.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

inline constexpr const char* columns_help =
    "What the columns of a text file are, if its first line does not say: re,im or time_ms,value or -,value …";

inline CLI::Validator signal_format() {
  return one_of({name("audio", SignalFormat::audio), name("cf32", SignalFormat::cf32), name("cf64", SignalFormat::cf64),
                 name("cs16", SignalFormat::cs16), name("cu8", SignalFormat::cu8), name("csv", SignalFormat::csv),
                 name("npy", SignalFormat::npy)});
}

}  // namespace papilio::tool
