// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "narrower_shapes.hpp"

#include <charconv>
#include <string_view>

namespace papilio::mpi {
namespace {

constexpr std::string_view tile = "tile=";
constexpr std::string_view threads = "threads=";
/// A warp; smaller work-groups waste lanes.
constexpr int min_threads = 32;

std::optional<int> number_after(std::string_view item, std::string_view name) {
  if (!item.starts_with(name)) return std::nullopt;
  int number = 0;
  std::from_chars(item.data() + name.size(), item.data() + item.size(), number);
  return number;
}

bool suits_only_the_whole(std::string_view item) {
  for (const std::string_view name : {"resident", "prefetch", "pad", "cluster"}) {
    if (item.starts_with(name)) return true;
  }
  return false;
}

}  // namespace

std::optional<Shapes> narrower(const Shapes& shapes) {
  Shapes result;
  bool halved = false;
  const std::string_view text = shapes.tokens;
  for (std::size_t begin = 0; begin < text.size();) {
    // Removes a setting with the character before it: a colon, or the separator between two shapes.
    std::size_t end = text.find_first_of(":,+", begin + 1);
    if (end == std::string_view::npos) end = text.size();
    const bool has_sign = text.find_first_of(":,+", begin) == begin;
    const std::string sign(has_sign ? text.substr(begin, 1) : "");
    const std::string_view item = text.substr(begin + sign.size(), end - begin - sign.size());
    begin = end;
    if (suits_only_the_whole(item)) continue;
    result.tokens += sign;
    if (const std::optional<int> columns = number_after(item, tile); columns && *columns > 1) {
      result.tokens += std::string(tile) + std::to_string(*columns / 2);
      halved = true;
    } else if (const std::optional<int> items = number_after(item, threads); items && *items / 2 >= min_threads) {
      result.tokens += std::string(threads) + std::to_string(*items / 2);
    } else {
      result.tokens += item;
    }
  }
  if (!halved) return std::nullopt;
  return result;
}

}  // namespace papilio::mpi
