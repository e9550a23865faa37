// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "wisdom.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "library.hpp"

namespace papilio::fftw3 {
namespace {

/// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

std::string header() { return fmt::format("({} {}wisdom #x1", library().version, library().prefix); }

struct Route {
  std::uint64_t hash = 0;
  Who who = Who::genuine;
};

std::optional<Route> parse_route(const std::string& expression) {
  unsigned who = 0;
  unsigned high = 0;
  unsigned low = 0;
  int end = 0;
  const int fields = std::sscanf(expression.c_str(), "(papilio_route 0 #x%x #x%8x #x%8x)%n", &who, &high, &low, &end);
  if (fields != 3 || static_cast<std::size_t>(end) != expression.size() || who > 1) return std::nullopt;
  return Route{std::uint64_t{high} << 32 | low, who == 1 ? Who::papilio : Who::genuine};
}

}  // namespace

void Wisdom::learn(std::string_view transform, Who who) { routes_[hash_of(transform)] = who; }

std::optional<Who> Wisdom::recall(std::string_view transform) const {
  const auto found = routes_.find(hash_of(transform));
  if (found == routes_.end()) return std::nullopt;
  return found->second;
}

std::string Wisdom::text(const std::string& inner) const {
  std::string result = header() + '\n';
  for (const auto& [hash, who] : routes_) {
    result += fmt::format("  (papilio_route 0 #x{:x} #x{:08x} #x{:08x})\n", who == Who::papilio ? 1 : 0, hash >> 32,
                          hash & 0xffffffffU);
  }
  return result + inner + ")\n";
}

bool Wisdom::take(std::string_view text, std::string& inner) {
  if (!text.starts_with(header() + "\n")) return false;
  std::size_t at = header().size();
  const auto next = [&] { return at + 1 < text.size() ? static_cast<unsigned char>(text[at++]) : -1; };
  std::vector<Route> routes;
  std::string rest;
  for (std::string part = read_expression(next); !part.empty(); part = read_expression(next)) {
    const std::optional<Route> route = parse_route(part);
    if (!route && part.starts_with("(papilio_route")) return false;
    if (route) {
      routes.push_back(*route);
    } else {
      rest += part + '\n';
    }
  }
  if (at + 1 != text.size()) return false;  // something that is no expression
  for (const Route& route : routes) routes_[route.hash] = route.who;
  inner = rest;
  return true;
}

}  // namespace papilio::fftw3
