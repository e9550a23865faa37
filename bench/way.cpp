// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/way.hpp"

namespace papilio::bench {
namespace {

struct Word {
  const char* text;
  bool Way::*flag;
};
constexpr Word all_words[] = {
    {"sequential", &Way::sequential}, {"round-trip", &Way::round_trip}, {"end-to-end", &Way::end_to_end}};

}  // namespace

std::string Way::words() const {
  std::string text;
  for (const Word& word : all_words) {
    if (this->*word.flag) text += (text.empty() ? "" : " ") + std::string(word.text);
  }
  return text;
}

Way operator|(Way a, Way b) {
  for (const Word& word : all_words) a.*word.flag = a.*word.flag || b.*word.flag;
  return a;
}

std::optional<Way> way_of(std::string_view text) {
  for (const Word& word : all_words) {
    if (text != word.text) continue;
    Way way;
    way.*word.flag = true;
    return way;
  }
  return std::nullopt;
}

}  // namespace papilio::bench
