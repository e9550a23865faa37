// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "distribution_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <papilio/error.hpp>

namespace papilio::mpi {
namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw Error::invalid_argument(fmt::format("the distribution '{}'", text), "this command does not know it",
                                "use slabs, slabs:AXIS, pencils:AXIS, bricks, grid:2x1x4 or rank:R");
}

std::vector<int> numbers_of(const std::string& text, const std::string& whole) {
  std::vector<int> numbers;
  const char* place = text.data();
  const char* const end = place + text.size();
  while (place < end) {
    const auto [next, error] = std::from_chars(place, end, numbers.emplace_back());
    if (error != std::errc{} || (next < end && (*next != 'x' || next + 1 == end))) refuse(whole);
    place = next + 1;
  }
  if (numbers.empty()) refuse(whole);
  return numbers;
}

/// Before the boxes of a grid of any size are made.
void require_ranks(const std::vector<int>& grid, int ranks, const std::string& text) {
  std::int64_t parts = 1;
  for (const int along : grid) {
    if (along < 1) refuse(text);
    parts *= along;
    if (parts > ranks) break;
  }
  if (parts == ranks) return;
  throw Error::invalid_argument(fmt::format("the distribution '{}'", text),
                                fmt::format("it is no grid of {} ranks", ranks),
                                "make the product of its numbers the number of ranks");
}

}  // namespace

Distribution parse_distribution(const std::string& text, const std::vector<std::int64_t>& lengths, int ranks) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  if (colon == std::string::npos) {
    if (name == "slabs") return Distribution::slabs(lengths, ranks);
    if (name == "bricks") return Distribution::bricks(lengths, ranks);
    refuse(text);
  }
  const std::vector<int> numbers = numbers_of(text.substr(colon + 1), text);
  if (name == "grid") {
    require_ranks(numbers, ranks, text);
    return Distribution::grid(lengths, numbers);
  }
  if (numbers.size() != 1) refuse(text);
  if (name == "slabs") return Distribution::slabs(lengths, ranks, numbers.front());
  if (name == "pencils") return Distribution::pencils(lengths, ranks, numbers.front());
  if (name == "rank") return Distribution::on_rank(lengths, ranks, numbers.front());
  refuse(text);
}

}  // namespace papilio::mpi
