// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Names of enumerators: one table per enumeration, for reading, for writing and for the lists in messages.
#pragma once

#include <array>
#include <optional>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace papilio {

template <class T>
using Named = std::pair<std::string_view, T>;

template <class T, std::size_t N>
std::optional<T> value_of(const std::array<Named<T>, N>& table, std::string_view name) {
  for (const auto& [known, value] : table) {
    if (known == name) return value;
  }
  return std::nullopt;
}

template <class T, std::size_t N>
std::string_view name_of(const std::array<Named<T>, N>& table, T value) {
  for (const auto& [name, known] : table) {
    if (known == value) return name;
  }
  throw Error::invalid_argument("problem", "enum value " + std::to_string(static_cast<int>(value)) + " has no meaning",
                                "use the named values of its type");
}

template <class T, std::size_t N>
std::string names(const std::array<Named<T>, N>& table) {
  std::string list;
  for (const auto& [name, value] : table) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace papilio
