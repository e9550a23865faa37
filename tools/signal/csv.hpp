// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers as text: one column is a real signal, two are re and im. The columns are separated by commas, semicolons,
// tabs or spaces; lines that are empty or start with # do not count; a first line that is no number is a header. Where
// the header calls the first of two columns "t" or "time…", it is the time in seconds: it gives the sample rate, and
// the second column is a real signal. The decimal sign is a point, whatever the locale.
#pragma once

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// Errors name the line and the column.
std::unique_ptr<SignalReader> open_csv(const std::filesystem::path& path, const OpenOptions& options);

}  // namespace papilio::tool
