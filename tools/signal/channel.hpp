// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One signal out of a recording of several channels.
#pragma once

#include <string_view>

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

struct ChannelChoice {
  enum class Mode {
    one,  ///< channel `number`
    mix,  ///< the mean of all channels
    iq,   ///< channel 1 is the real part, channel 2 the imaginary one, as SDR programs write stereo WAV
  };
  Mode mode = Mode::mix;
  int number = 1;  ///< from 1

  /// "mix", "iq" or a number from 1. Throws Error(invalid_argument).
  static ChannelChoice parse(std::string_view text);
};

/// A reader of one channel that takes its frames from `reader`; returns `reader` itself if it has a single channel.
/// Throws Error(invalid_argument) for a channel that the file does not have.
std::unique_ptr<SignalReader> select_channel(std::unique_ptr<SignalReader> reader, const ChannelChoice& choice);

}  // namespace papilio::tool
