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
  std::vector<Name> names;
  for (const FormatName& format : format_names()) names.push_back(name(format.name, format.format));
  return one_of(std::move(names));
}

}  // namespace papilio::tool
