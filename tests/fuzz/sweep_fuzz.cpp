// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a token with ranges and lists (papilio check).
#include <cctype>

#include "checks.hpp"
#include "verify/check/sweep.hpp"

namespace {

/// Ranges of up to a million lengths are valid and take a second each.
bool may_be_long(std::string_view text) {
  int digits = 0;
  for (const char c : text) {
    digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : 0;
    if (digits > 2 || c == '^') return true;
  }
  return std::count(text.begin(), text.end(), '.') > 4;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = papilio::fuzz::text_of(data, size);
  if (text.find("..") != std::string_view::npos && may_be_long(text)) return 0;
  const auto problems = papilio::fuzz::accepted([&] { return papilio::verify::expand_any(text); });
  if (!problems) return 0;
  papilio::fuzz::require(!problems->empty());
  papilio::fuzz::require(problems->size() <= static_cast<std::size_t>(papilio::verify::most_problems));
  for (const papilio::verify::CheckProblem& problem : *problems)
    papilio::fuzz::require(papilio::verify::expand_any(papilio::verify::token_of(problem)).size() == 1);
  return 0;
}
