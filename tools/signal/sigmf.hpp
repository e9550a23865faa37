// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SigMF recordings, version 1: raw samples in NAME.sigmf-data, and what they are in NAME.sigmf-meta, as JSON.
#pragma once

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// `path` is either file. The type of the samples, their rate and the first capture's centre frequency are the
/// metadata's; `options` may override the rate and the centre. Throws Error(io) for metadata that is not SigMF's,
/// Error(unsupported) for big-endian samples, several channels, captures of different centres, bytes in the data that
/// are no samples, data of another name, and the standard input.
std::unique_ptr<SignalReader> open_sigmf(const std::filesystem::path& path, const OpenOptions& options);

}  // namespace papilio::tool
