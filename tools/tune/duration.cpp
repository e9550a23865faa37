// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/tune/duration.hpp"

#include <charconv>
#include <papilio/error.hpp>
#include <string_view>

namespace papilio::tool {
namespace {

struct DurationUnit {
  std::string_view name;
  double seconds;
};
constexpr DurationUnit units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
constexpr double least = 0.01;
constexpr double most = 100 * 3600;

}  // namespace

double parse_duration(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const std::string_view name(stop, static_cast<std::size_t>(end - stop));
  for (const DurationUnit& unit : units) {
    const double seconds = number * unit.seconds;
    if (error == std::errc() && name == unit.name && seconds >= least && seconds <= most) return seconds;
  }
  throw Error::invalid_argument("duration '" + text + "'", "it is no time from 0.01s to 100h",
                                "write such as 90, 60s, 20m or 1h");
}

}  // namespace papilio::tool
