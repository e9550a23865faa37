// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The value of --format.
#pragma once

#include "tools/commands/one_of.hpp"
#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

inline CLI::Validator signal_format() {
  return one_of({name("audio", SignalFormat::audio), name("cf32", SignalFormat::cf32), name("cf64", SignalFormat::cf64),
                 name("cs16", SignalFormat::cs16), name("cu8", SignalFormat::cu8), name("csv", SignalFormat::csv),
                 name("npy", SignalFormat::npy)});
}

}  // namespace papilio::tool
