// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace papilio::mpi {
namespace {

/// The value in quotes; of a long one, a part from a little before its first difference on.
std::string quoted(std::string_view value, std::size_t difference) {
  constexpr std::size_t before = 20;
  constexpr std::size_t length = 60;
  if (value.empty()) return "none";
  const std::size_t begin = value.size() > length && difference > before ? difference - before : 0;
  const std::string_view part = value.substr(std::min(begin, value.size()), length);
  return fmt::format("'{}{}{}'", begin > 0 ? "..." : "", part, begin + part.size() < value.size() ? "..." : "");
}

}  // namespace

bool all_ranks(Team& team, bool local) {
  return std::ranges::all_of(gathered(team, static_cast<char>(local)), [](char yes) { return yes != 0; });
}

bool any_rank(Team& team, bool local) { return !all_ranks(team, !local); }

double largest(Team& team, double value) { return std::ranges::max(gathered(team, value)); }

std::string broadcast(Team& team, const std::string& text) {
  std::size_t size = text.size();
  team.broadcast(std::as_writable_bytes(std::span(&size, 1)));
  std::string result = text;
  result.resize(size);
  if (size > 0) team.broadcast(std::as_writable_bytes(std::span(result)));
  return result;
}

void agree_on(Team& team, const std::vector<NamedValue>& values) {
  constexpr char end = '\0';
  std::string text;
  for (const NamedValue& local : values) (text += local.value) += end;
  const std::string first = broadcast(team, text);
  team.agree(attempt([&] {
    std::string_view rest = first;
    for (const auto& [name, value] : values) {
      if (rest.starts_with(value) && rest.substr(value.size()).starts_with(end)) {
        rest.remove_prefix(value.size() + 1);
        continue;
      }
      const std::string_view other = rest.substr(0, rest.find(end));
      const auto place = static_cast<std::size_t>(std::ranges::mismatch(value, other).in1 - value.begin());
      throw Error::invalid_argument(
          fmt::format("{} differs between ranks", name),
          fmt::format("rank {} has {}, rank 0 has {}", team.rank(), quoted(value, place), quoted(other, place)),
          "give every rank the same");
    }
  }));
}

}  // namespace papilio::mpi
