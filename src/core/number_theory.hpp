// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace papilio {

/// a/b rounded up, of numbers that are not negative.
template <std::integral A, std::integral B>
constexpr std::common_type_t<A, B> ceil_div(A a, B b) {
  return (a + b - 1) / b;
}

/// Prime factors in ascending order, with repetition; empty for 1.
std::vector<std::int64_t> prime_factors(std::int64_t n);
bool is_prime(std::int64_t n);
/// True when n is a product of 2, 3, 5, 7, 11 and 13.
bool is_smooth(std::int64_t n);
/// The smallest m >= n, or the largest m <= n, that is a product of 2 and these primes, for n >= 1: a few thousand of
/// them are tried, whatever n is. None if 63 bits do not hold it.
std::optional<std::int64_t> next_product(std::int64_t n, std::span<const std::int64_t> odd_primes);
std::int64_t previous_product(std::int64_t n, std::span<const std::int64_t> odd_primes);
/// The smallest m >= n that is a product of 2, 3, 5 and 7.
std::int64_t next_smooth(std::int64_t n);
std::int64_t next_power_of_two(std::int64_t n);
/// a*b mod m and a^e mod m without overflow, for m < 2^62.
std::int64_t multiply_mod(std::int64_t a, std::int64_t b, std::int64_t m);
std::int64_t power_mod(std::int64_t a, std::int64_t e, std::int64_t m);
/// The smallest generator of the multiplicative group modulo the prime p.
std::int64_t primitive_root(std::int64_t p);
/// Powers of primitive_root(p) modulo p < 2^31, from the 0th to the (p-2)th; with `inverse`, powers of its inverse.
std::vector<std::int32_t> generator_powers(std::int64_t p, bool inverse);
/// The product of numbers or lengths that is known to fit; 1 of none.
template <class Range>
std::int64_t product(const Range& factors) {
  return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, std::multiplies<>());
}
/// All divisors, ascending.
std::vector<std::int64_t> divisors(std::int64_t n);

}  // namespace papilio
