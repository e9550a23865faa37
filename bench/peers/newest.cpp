// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/newest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>
#include <vector>

namespace papilio::bench {
namespace {

/// The numbers of "12.5.0"; anything else separates them.
std::vector<int> numbers_of(std::string_view version) {
  std::vector<int> numbers;
  const char* const end = version.data() + version.size();
  for (const char* at = version.data(); at != end;) {
    int number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? rest : at + 1;
  }
  return numbers;
}

}  // namespace

std::optional<std::string> note_of_age(std::string_view library, std::string_view version) {
  std::istringstream table(PAPILIO_NEWEST_PEERS);  // "vkfft 1.3.4 cufft 12.5.0"
  for (std::string name, newest; table >> name >> newest;) {
    if (name != library || numbers_of(version) >= numbers_of(newest)) continue;
    return fmt::format("{} {} is older than {}: figures beside it may flatter Papilio", library, version, newest);
  }
  return std::nullopt;
}

}  // namespace papilio::bench
