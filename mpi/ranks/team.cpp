// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace papilio::mpi {
namespace {

/// Part of a text, from a little before a place on.
std::string excerpt(const std::string& text, std::size_t place) {
  constexpr std::size_t before = 20;
  constexpr std::size_t length = 60;
  const std::size_t begin = place > before ? place - before : 0;
  return (begin > 0 ? "..." : "") + text.substr(std::min(begin, text.size()), length);
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

void agree_on(Team& team, const std::string& what, const std::string& text) {
  const std::string wanted = broadcast(team, text);
  team.agree(attempt([&] {
    if (text == wanted) return;
    const auto place = static_cast<std::size_t>(std::ranges::mismatch(text, wanted).in1 - text.begin());
    throw Error::invalid_argument(
        fmt::format("{} differs between ranks", what),
        fmt::format("rank {} has '{}', rank 0 '{}'", team.rank(), excerpt(text, place), excerpt(wanted, place)),
        "give every rank the same");
  }));
}

}  // namespace papilio::mpi
