// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/size_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <papilio/error.hpp>

namespace papilio::bench {
namespace {

struct SizeUnit {
  std::string_view name;
  std::int64_t bytes;
};
constexpr SizeUnit units[] = {{"GiB", std::int64_t{1} << 30}, {"MiB", std::int64_t{1} << 20}, {"KiB", 1024}, {"B", 1}};

}  // namespace

std::int64_t parse_size(std::string_view text) {
  const auto fail = [&](const char* why) -> Error {
    return Error::invalid_argument(fmt::format("size '{}'", text), why, "write it as 512MiB, 64KiB or 4096");
  };
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) throw fail("it does not fit 64 bits");
  if (error != std::errc{}) throw fail("it does not begin with a whole number");
  if (number <= 0) throw fail("it is not positive");
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit.empty()) return number;
  for (const SizeUnit& one : units) {
    if (unit != one.name) continue;
    if (number > std::numeric_limits<std::int64_t>::max() / one.bytes) throw fail("it does not fit 64 bits");
    return number * one.bytes;
  }
  throw fail("its unit is none of B, KiB, MiB, GiB");
}

std::string size_text(std::int64_t bytes) {
  for (const SizeUnit& unit : units) {
    if (bytes < unit.bytes) continue;
    if (bytes % unit.bytes == 0) return fmt::format("{} {}", bytes / unit.bytes, unit.name);
    return fmt::format("{:.1f} {}", static_cast<double>(bytes) / static_cast<double>(unit.bytes), unit.name);
  }
  return fmt::format("{} B", bytes);
}

}  // namespace papilio::bench
