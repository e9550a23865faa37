// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What every fuzz target requires of a parser.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Prints the faults, if there are any, and ends the process.
inline void require_none(const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) std::fprintf(stderr, "%s\n", fault.c_str());
  require(faults.empty());
}

inline bool one_line(std::string_view text) { return text.find('\n') == std::string_view::npos; }

inline void check_refusal(const Error& error) {
  require(error.code() != ErrorCode::internal);
  require(one_line(error.what()));
  require(error.what()[0] != '\0');
  const auto* const token = dynamic_cast<const TokenError*>(&error);
  if (token == nullptr) return;
  const std::string explanation = token->explanation();
  require(std::count(explanation.begin(), explanation.end(), '\n') == 1);
  require(explanation.back() == '^');
}

/// What parse() returns; nothing where it refuses with an Error that can be shown.
template <class Parse>
auto accepted(Parse parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const Error& error) {
    check_refusal(error);
    return std::nullopt;
  }
}

/// Whatever is accepted has a text that gives an equal value and the same text again.
template <class Value, class Parse, class ToText>
void check_round_trip(const Value& value, Parse parse, ToText to_text) {
  const std::string text = to_text(value);
  require(one_line(text));
  const Value again = parse(text);  // outside any try block: an Error from here is a defect
  require(again == value);
  require(to_text(again) == text);
}

/// Text of the input; an empty one has no bytes to point to.
inline std::string_view text_of(const unsigned char* data, std::size_t size) {
  return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

}  // namespace papilio::fuzz
