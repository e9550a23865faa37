// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "wisdom.hpp"

#include <fmt/format.h>

#include <cstdio>

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

/// A hash as FFTW's wisdom writes numbers.
std::string text_of(std::uint64_t hash) { return fmt::format("#x{:08x} #x{:08x}", hash >> 32, hash & 0xffffffffU); }

/// The end of a text that begins so.
std::string end_of(std::string_view text) { return fmt::format("(papilio_sum {})\n)", text_of(hash_of(text))); }

std::optional<WisdomRoute> parse_route(const std::string& expression) {
  unsigned who = 0;
  unsigned high = 0;
  unsigned low = 0;
  int end = 0;
  const int fields = std::sscanf(expression.c_str(), "(papilio_route 0 #x%x #x%8x #x%8x)%n", &who, &high, &low, &end);
  if (fields != 3 || static_cast<std::size_t>(end) != expression.size() || who > 2) return std::nullopt;
  return WisdomRoute{std::uint64_t{high} << 32 | low, static_cast<Who>(who)};
}

}  // namespace

void PlanWisdom::learn(std::string_view transform, Who who) { routes_[hash_of(transform)] = who; }

std::optional<Who> PlanWisdom::recall(std::string_view transform) const {
  const auto found = routes_.find(hash_of(transform));
  if (found == routes_.end()) return std::nullopt;
  return found->second;
}

std::string PlanWisdom::text(const std::string& inner) const {
  std::string result = header() + '\n';
  for (const auto& [hash, who] : routes_) {
    result += fmt::format("  (papilio_route 0 #x{:x} {})\n", static_cast<int>(who), text_of(hash));
  }
  result += inner;
  return result + end_of(result) + '\n';
}

void PlanWisdom::add(const std::vector<WisdomRoute>& routes) {
  for (const WisdomRoute& route : routes) routes_[route.hash] = route.who;
}

std::optional<WisdomText> read_wisdom(std::string_view text) {
  const std::size_t sum = text.rfind("(papilio_sum ");
  if (!text.starts_with(header() + "\n") || sum == std::string_view::npos) return std::nullopt;
  if (text.substr(sum) != end_of(text.substr(0, sum))) return std::nullopt;
  std::size_t at = header().size();
  const auto next = [&] { return at < sum ? static_cast<unsigned char>(text[at++]) : -1; };
  WisdomText result;
  for (std::string part = read_expression(next); !part.empty(); part = read_expression(next)) {
    const std::optional<WisdomRoute> route = parse_route(part);
    if (!route && part.starts_with("(papilio_route")) return std::nullopt;
    if (route) {
      result.routes.push_back(*route);
    } else {
      result.inner += part + '\n';
    }
  }
  if (at != sum) return std::nullopt;  // something that is no expression
  return result;
}

}  // namespace papilio::fftw3
