// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/random_suites.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>
#include <set>

#include "bench/counterparts.hpp"
#include "bench/problem_text.hpp"
#include "core/number_theory.hpp"
#include "verify/draw/choices.hpp"

namespace papilio::bench {
namespace {

using verify::Choices;

/// A length from 2^low to 2^high - 1, in each octave as often as in any other.
std::int64_t any_length(Choices& choices, int low, int high) {
  const std::int64_t octave = std::int64_t{1} << choices.number(low, high - 1, "octave");
  return choices.number(octave, 2 * octave - 1, "length");
}

template <typename Accepts>
std::int64_t length_that(Accepts accepts, Choices& choices, int low, int high) {
  std::int64_t length = any_length(choices, low, high);
  while (!accepts(length)) length = any_length(choices, low, high);
  return length;
}

/// Half of them smooth.
std::int64_t mixed_length(Choices& choices, int low, int high) {
  if (choices.one_in(2, "smooth")) return length_that(is_smooth, choices, low, high);
  return any_length(choices, low, high);
}

std::string smooth(Choices& choices) { return fmt::format("c2c:f32:{}", length_that(is_smooth, choices, 1, 24)); }

std::string prime(Choices& choices) { return fmt::format("c2c:f32:{}", length_that(is_prime, choices, 1, 20)); }

std::string odd(Choices& choices) {
  const auto accepts = [](std::int64_t length) { return !is_smooth(length) && !is_prime(length); };
  return fmt::format("c2c:f32:{}", length_that(accepts, choices, 5, 22));
}

std::string image(Choices& choices) {
  const std::int64_t rows = mixed_length(choices, 3, 12);
  return fmt::format("c2c:f32:{}x{}", rows, mixed_length(choices, 3, 12));
}

std::string volume(Choices& choices) {
  const std::int64_t planes = mixed_length(choices, 2, 8);
  const std::int64_t rows = mixed_length(choices, 2, 8);
  return fmt::format("c2c:f32:{}x{}x{}", planes, rows, mixed_length(choices, 2, 8));
}

std::string real(Choices& choices) {
  const char* const kind = choices.one_of({"r2c", "c2r"}, "kind");
  if (!choices.one_in(3, "two axes")) return fmt::format("{}:f32:{}", kind, mixed_length(choices, 2, 22));
  const std::int64_t rows = mixed_length(choices, 3, 11);
  return fmt::format("{}:f32:{}x{}", kind, rows, mixed_length(choices, 3, 11));
}

std::string f64(Choices& choices) { return fmt::format("c2c:f64:{}", mixed_length(choices, 1, 22)); }

std::string f16(Choices& choices) { return fmt::format("c2c:f16:{}", length_that(is_smooth, choices, 3, 17)); }

std::string latency(Choices& choices) { return fmt::format("c2c:f32:{}*1", mixed_length(choices, 1, 22)); }

std::string mid_size(Choices& choices) { return fmt::format("c2c:f32:{}", mixed_length(choices, 2, 18)); }

struct RandomKind {
  const char* name;
  const char* title;
  std::string (*draw)(Choices& choices);  ///< a token without a batch, or with the batch that the kind wants
  std::int64_t bytes = 0;                 ///< of the input; 0: as the caller says
};

/// The position of a kind is part of what its problems follow from: new kinds come last.
constexpr std::array kinds = {RandomKind{"smooth", "Random lengths with prime factors up to 13", smooth},
                              RandomKind{"primes", "Random primes", prime},
                              RandomKind{"odd", "Random lengths with a larger prime factor", odd},
                              RandomKind{"2d", "Random images", image},
                              RandomKind{"3d", "Random volumes", volume},
                              RandomKind{"real", "Random real transforms", real},
                              RandomKind{"f64", "Random lengths in double precision", f64},
                              RandomKind{"f16", "Random lengths in half precision", f16},
                              RandomKind{"latency", "Random lengths, one transform at a time", latency},
                              RandomKind{"mid-size", "Random lengths, 16 MiB of data", mid_size, 16 << 20}};

const RandomKind& kind_named(const std::string& name) {
  const auto* const found = std::ranges::find(kinds, name, &RandomKind::name);
  if (found != kinds.end()) return *found;
  throw Error::invalid_argument(fmt::format("--like {}", name), "there is no such kind of random problems",
                                fmt::format("name some of {}", fmt::join(random_kinds(), ", ")));
}

Suite draw_suite(const RandomKind& kind, std::uint64_t seed, std::size_t problems, std::int64_t bytes) {
  constexpr int max_repeated = 2000;  // draws in a row that only repeat earlier problems
  Suite suite{fmt::format("random-{}", kind.name), kind.title, {}};
  std::set<std::string> tokens;
  const auto number = static_cast<std::uint64_t>(&kind - kinds.data());
  int repeated = 0;
  for (std::uint64_t i = 0; suite.problems.size() < problems; ++i) {
    if (repeated > max_repeated) {
      throw Error::invalid_argument("--random", fmt::format("there are not {} problems like '{}'", problems, kind.name),
                                    "draw fewer");
    }
    verify::SeededChoices choices(seed, i * 256 + number);
    const std::string token = kind.draw(choices);
    const bool is_new = tokens.insert(token).second;
    repeated = is_new ? 0 : repeated + 1;
    if (is_new) suite.problems.push_back(parse_problems(token, kind.bytes > 0 ? kind.bytes : bytes).front());
  }
  return suite;
}

}  // namespace

std::vector<std::string> random_kinds() {
  std::vector<std::string> names;
  for (const RandomKind& kind : kinds) names.emplace_back(kind.name);
  return names;
}

std::vector<Suite> draw_suites(const RandomDraw& draw, std::int64_t bytes, MeasurementMode mode) {
  const std::vector<std::string> names = draw.like.empty() ? random_kinds() : draw.like;
  const auto problems = static_cast<std::size_t>(draw.problems);
  std::vector<Suite> suites;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t share = problems / names.size() + (i < problems % names.size() ? 1 : 0);
    Suite suite = draw_suite(kind_named(names[i]), draw.seed, share, bytes);
    for (Work& work : suite.problems) work = measured_in(std::move(work), mode);
    if (!suite.problems.empty()) suites.push_back(std::move(suite));
  }
  return suites;
}

}  // namespace papilio::bench
