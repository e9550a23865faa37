// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/commands/one_of.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace papilio::tool {

CLI::Validator one_of(std::vector<Name> names) {
  std::string list;
  for (const Name& known : names) {
    list += fmt::format("{}{}", list.empty() ? "" : "|", known.text);
  }
  const auto replace = [names = std::move(names), list](std::string& text) -> std::string {
    for (const Name& known : names) {
      if (known.text == text) {
        text = std::to_string(known.value);
        return {};
      }
    }
    return fmt::format("'{}' is none of {}", text, list);
  };
  return {replace, list};
}

}  // namespace papilio::tool
