// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Unsigned numbers in files of the cache.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace papilio::runtime {

template <typename T>
void append_little_endian(std::string& to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) to.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
}

/// The number at this byte; the text reaches beyond it.
template <typename T>
T little_endian(std::string_view text, std::size_t at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(value | static_cast<T>(static_cast<unsigned char>(text[at + i])) << (8 * i));
  return value;
}

}  // namespace papilio::runtime
