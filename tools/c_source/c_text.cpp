// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/c_source/c_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <iterator>

namespace papilio::tool {

std::string c_list(std::span<const std::int64_t> numbers) { return fmt::format("{{{}}}", fmt::join(numbers, ", ")); }

std::string c_string(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '\n') {
      literal += "\\n";
    } else {
      if (c == '"' || c == '\\') literal += '\\';
      literal += c;
    }
  }
  return literal + '"';
}

std::string c_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines += fmt::format("    {},\n", c_string(text.substr(0, end)));
    text.remove_prefix(end);
  }
  return lines;
}

std::string c_words(std::span<const std::byte> bytes, std::size_t word) {
  std::string text;
  for (std::size_t at = 0; at + word <= bytes.size(); at += word) {
    std::uint64_t bits = 0;
    if (word == sizeof(std::uint32_t)) {
      std::uint32_t half = 0;
      std::memcpy(&half, &bytes[at], sizeof(half));
      bits = half;
    } else {
      std::memcpy(&bits, &bytes[at], sizeof(bits));
    }
    const std::size_t column = at / word % 8;
    fmt::format_to(std::back_inserter(text), "{}0x{:0{}x}{},{}", column == 0 ? "    " : " ", bits, 2 * word,
                   word == 4 ? "u" : "ull", column == 7 ? "\n" : "");
  }
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

}  // namespace papilio::tool
