// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>
#include <string_view>
#include <vector>

namespace papilio {
namespace {

// A message is shown on a terminal, and holds what others wrote: names of files, keys, tokens. So every message has its
// parts escaped and shortened here, and nowhere else.

constexpr std::size_t longest_part = 400;     // characters of each of WHAT, WHY and REMEDY
constexpr std::size_t longest_token = 80;     // of what()
constexpr std::size_t longest_context = 120;  // of explanation(), on either side of the place
constexpr std::string_view ellipsis = "...";

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return text;
}

struct Character {
  std::size_t bytes = 1;
  bool shown = false;  ///< as it is
};

/// Control characters, in the text by their code points: C0, DEL and C1; line and paragraph separators; what turns the
/// direction of writing round (Unicode 15, "Bidirectional Character Types"), which makes one name look like another.
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
    characters.push_back(next.shown ? std::string(bytes) : escaped(bytes));
    text.remove_prefix(next.bytes);
  }
  return characters;
}

/// One line of a sensible length. What is too long loses its middle: a path's end tells most.
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

/// Joins the parts of a message.
std::string sentence(ErrorCode code, const std::string& what, const std::string& why, const std::string& remedy) {
  std::string text = presentable(what);
  if (!why.empty()) text += (text.empty() ? "" : ": ") + presentable(why);
  if (!remedy.empty()) text += text.empty() ? "" : "; ";
  // A compiler's log of many lines, where the user has asked for it.
  const bool log = code == ErrorCode::build_failed && remedy.find('\n') != std::string::npos;
  return text + (log ? remedy : presentable(remedy));
}

/// One byte as one or more printable ASCII characters. A token may contain any byte, and is counted in bytes.
std::string printable(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += c >= 0x20 && c < 0x7f ? std::string(1, c) : escaped({&c, 1});
  return text;
}

/// The start of a token, for what(): a whole file may have been passed as a token by mistake.
std::string shortened(std::string_view token) {
  return printable(token.substr(0, longest_token)) + (token.size() > longest_token ? "..." : "");
}

}  // namespace

Error::Error(ErrorCode code, const std::string& what, const std::string& why, const std::string& remedy)
    : std::runtime_error(sentence(code, what, why, remedy)), code_(code) {}

Error Error::invalid_argument(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::invalid_argument, what, why, remedy};
}

Error Error::unsupported(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::unsupported, what, why, remedy};
}

Error Error::no_device(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::no_device, what, why, remedy};
}

Error Error::out_of_memory(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::out_of_memory, what, why, remedy};
}

Error Error::build_failed(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::build_failed, what, why, remedy};
}

Error Error::io(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::io, what, why, remedy};
}

Error Error::device_failed(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::device_failed, what, why, remedy};
}

Error Error::internal(const std::string& what, const std::string& why) {
  return {ErrorCode::internal, what, why, "this is a defect of Papilio, please report it with the problem token"};
}

TokenError::TokenError(std::string token, std::size_t position, const std::string& why, const std::string& remedy)
    : Error(ErrorCode::invalid_token, fmt::format("token \"{}\" at byte {}", shortened(token), position),
            printable(why), printable(remedy)),
      token_(std::move(token)),
      position_(position) {}

std::string TokenError::explanation() const {
  const std::string_view token = token_;
  const std::size_t place = std::min(position_, token.size());
  const std::size_t begin = place > longest_context ? place - longest_context : 0;
  const std::string_view behind = token.substr(place);
  const std::string before = (begin > 0 ? std::string(ellipsis) : "") + printable(token.substr(begin, place - begin));
  const std::string_view dots = behind.size() > longest_context ? ellipsis : "";
  return fmt::format("{}{}{}\n{:{}}^", before, printable(behind.substr(0, longest_context)), dots, "", before.size());
}

}  // namespace papilio
