// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <optional>
#include <papilio/error.hpp>
#include <papilio/one_liners.hpp>

#include "core/number_theory.hpp"

namespace papilio {
namespace {

constexpr std::array<std::int64_t, 4> odd_primes{3, 5, 7, 11};

std::span<const std::int64_t> primes_of(Kind kind) { return std::span(odd_primes).first(kind == Kind::c2c ? 4 : 2); }

void require_length(std::int64_t target, std::int64_t least) {
  if (target >= least) return;
  throw Error::invalid_argument(fmt::format("length {}", target), fmt::format("lengths begin at {}", least),
                                "give a larger one");
}

}  // namespace

std::int64_t next_fast_len(std::int64_t target, Kind kind) {
  require_length(target, 0);
  if (target == 0) return 0;
  if (const std::optional<std::int64_t> next = next_product(target, primes_of(kind))) return *next;
  throw Error::invalid_argument(fmt::format("length {}", target), "no fast length from there on fits 63 bits",
                                "give a smaller one");
}

std::int64_t prev_fast_len(std::int64_t target, Kind kind) {
  require_length(target, 1);
  return previous_product(target, primes_of(kind));
}

}  // namespace papilio
