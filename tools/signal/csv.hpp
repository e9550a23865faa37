// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers as text. One column is a real signal; what several columns are is said by the first line or by --columns
// (columns.hpp): re and im of a complex signal, or a value with its time, its number or columns to be left out. Times
// give the sample rate, and every row's is checked (time_column.hpp). Columns are separated by commas, semicolons, tabs
// or blanks (lines.hpp); lines that start with # do not count; an empty line between numbers is an error. The decimal
// sign is a point, whatever the locale.
#pragma once

#include "tools/signal/signal_reader.hpp"

namespace papilio::tool {

/// Errors name the line and the column.
std::unique_ptr<SignalReader> open_csv(const std::filesystem::path& path, const OpenOptions& options);

}  // namespace papilio::tool
