// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// WAV, FLAC, Ogg, AIFF and other formats that libsndfile reads. Integer samples are scaled to -1 ≤ x < 1.
#pragma once

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

std::unique_ptr<SignalReader> open_audio(const std::filesystem::path& path, const OpenOptions& options);

}  // namespace papilio::tool
