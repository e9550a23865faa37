// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/presentable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

namespace papilio {
namespace {

constexpr std::size_t longest_part = 400;  // characters
constexpr std::string_view ellipsis = "...";

struct Character {
  std::size_t bytes = 1;
  bool shown = false;  ///< as it is
};

/// Control characters, which are shown by their code points: C0, DEL and C1; line and paragraph separators; characters
/// that reverse the direction of writing (Unicode 15, "Bidirectional Character Types"), which can make one name look
/// like another.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

/// The first character of UTF-8 (Unicode 15, table 3-7); a byte that begins none stands alone.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {1, !is_control(lead)};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[bytes] || code > 0x10ffff || surrogate) return {};
  return {bytes, !is_control(code)};
}

/// Each character as it is shown.
std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const Character next = first_character(text);
    const std::string_view bytes = text.substr(0, next.bytes);
    characters.push_back(next.shown ? std::string(bytes) : escaped_bytes(bytes));
    text.remove_prefix(next.bytes);
  }
  return characters;
}

}  // namespace

std::string escaped_bytes(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string presentable(std::string_view text) {
  // Whatever its characters are, neither end needs more bytes than this.
  constexpr std::size_t most_bytes = 4 * longest_part;
  std::vector<std::string> characters = characters_of(text.substr(0, most_bytes));
  if (text.size() <= most_bytes && characters.size() <= longest_part) {
    return fmt::format("{}", fmt::join(characters, ""));
  }
  if (text.size() > most_bytes) {
    const std::vector<std::string> end = characters_of(text.substr(text.size() - most_bytes));
    characters.insert(characters.end(), end.begin(), end.end());
  }
  constexpr std::size_t at_the_end = longest_part / 2;
  constexpr std::size_t at_the_start = longest_part - at_the_end - ellipsis.size();
  return fmt::format("{}{}{}", fmt::join(characters.begin(), characters.begin() + at_the_start, ""), ellipsis,
                     fmt::join(characters.end() - at_the_end, characters.end(), ""));
}

}  // namespace papilio
