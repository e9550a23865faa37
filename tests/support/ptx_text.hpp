// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Words, lines and numbers of a text: what parsing PTX needs.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace papilio::test::ptx {

using Words = std::vector<std::string_view>;

/// Without blanks at its ends.
std::string_view trimmed(std::string_view text);
/// Splits at separators outside braces.
Words split(std::string_view text, char separator);
Words split_lines(std::string_view text);
/// Removes `prefix` and `suffix`; false if they are missing.
bool is_enclosed(std::string_view& text, std::string_view prefix, std::string_view suffix);

/// Empty unless the whole text is a number.
template <typename Integer>
std::optional<Integer> number_in(std::string_view text, int base = 10) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace papilio::test::ptx
