// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Options whose values are names of enumerators. For a wrong name, CLI11's own transformers print their whole table or
// nothing at all.
#pragma once

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

namespace papilio::tool {

struct Name {
  std::string_view text;
  int value;
};

template <class Enum>
constexpr Name name(std::string_view text, Enum value) {
  return {text, static_cast<int>(value)};
}

/// Turns one of the names into the number that CLI11 makes an enumerator of.
CLI::Validator one_of(std::vector<Name> names);

}  // namespace papilio::tool
