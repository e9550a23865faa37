// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/number_theory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <papilio/error.hpp>

namespace papilio {
namespace {

__extension__ typedef unsigned __int128 Wide;

void require(bool condition, const char* function, std::int64_t value) {
  if (!condition) throw Error::internal(fmt::format("{}({})", function, value), "the argument is out of its domain");
}

/// One round of the Miller-Rabin test, for odd n, n-1 = d*2^s: false proves that n is composite.
bool probably_prime(std::int64_t n, std::int64_t base, std::int64_t d, int s) {
  std::int64_t x = power_mod(base, d, n);
  if (x == 1 || x == n - 1) return true;
  for (int i = 1; i < s; ++i) {
    x = multiply_mod(x, x, n);
    if (x == n - 1) return true;
  }
  return false;
}

/// Calls use() with every product of `factor` and of the primes up to `limit`, which the calls may lower.
template <class Use>
void for_each_product(std::span<const std::int64_t> primes, std::uint64_t factor, const std::uint64_t& limit,
                      const Use& use) {
  if (primes.empty()) return use(factor);
  const auto prime = static_cast<std::uint64_t>(primes.front());
  for_each_product(primes.subspan(1), factor, limit, use);
  while (factor <= limit / prime) {
    factor *= prime;
    for_each_product(primes.subspan(1), factor, limit, use);
  }
}

}  // namespace

std::vector<std::int64_t> prime_factors(std::int64_t n) {
  require(n >= 1, "prime_factors", n);
  std::vector<std::int64_t> factors;
  for (std::int64_t p = 2; p <= n / p; p += p == 2 ? 1 : 2) {
    while (n % p == 0) {
      factors.push_back(p);
      n /= p;
    }
  }
  if (n > 1) factors.push_back(n);
  return factors;
}

bool is_prime(std::int64_t n) {
  if (n < 2) return false;
  // These bases decide every n below 3.3e24 (Sorenson & Webster, "Strong pseudoprimes to twelve prime bases", 2015).
  constexpr std::array<std::int64_t, 12> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const std::int64_t p : bases) {
    if (n % p == 0) return n == p;
  }
  require(n < std::int64_t{1} << 62, "is_prime", n);
  const int s = __builtin_ctzll(static_cast<unsigned long long>(n - 1));
  return std::all_of(bases.begin(), bases.end(),
                     [&](std::int64_t base) { return probably_prime(n, base, (n - 1) >> s, s); });
}

bool is_smooth(std::int64_t n) {
  if (n < 1) return false;
  for (const std::int64_t p : {2, 3, 5, 7, 11, 13}) {
    while (n % p == 0) n /= p;
  }
  return n == 1;
}

std::optional<std::int64_t> next_product(std::int64_t n, std::span<const std::int64_t> odd_primes) {
  require(n >= 1, "next_product", n);
  std::uint64_t best = std::bit_ceil(static_cast<std::uint64_t>(n));
  const auto target = static_cast<std::uint64_t>(n);
  for_each_product(odd_primes, 1, best, [&](std::uint64_t odd) {
    const std::uint64_t power = std::bit_ceil((target - 1) / odd + 1);
    if (power <= best / odd) best = odd * power;
  });
  if (best > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
  return static_cast<std::int64_t>(best);
}

std::int64_t previous_product(std::int64_t n, std::span<const std::int64_t> odd_primes) {
  require(n >= 1, "previous_product", n);
  const auto target = static_cast<std::uint64_t>(n);
  std::uint64_t best = 1;
  for_each_product(odd_primes, 1, target,
                   [&](std::uint64_t odd) { best = std::max(best, odd * std::bit_floor(target / odd)); });
  return static_cast<std::int64_t>(best);
}

std::int64_t next_smooth(std::int64_t n) {
  constexpr std::array<std::int64_t, 3> odd_primes{3, 5, 7};
  const std::optional<std::int64_t> next = next_product(n, odd_primes);
  require(next.has_value(), "next_smooth", n);
  return *next;
}

std::int64_t next_power_of_two(std::int64_t n) {
  require(n >= 1 && n <= std::int64_t{1} << 62, "next_power_of_two", n);
  std::int64_t power = 1;
  while (power < n) power *= 2;
  return power;
}

std::int64_t multiply_mod(std::int64_t a, std::int64_t b, std::int64_t m) {
  require(m >= 1, "multiply_mod", m);
  const auto residue = [m](std::int64_t x) { return static_cast<Wide>(x % m < 0 ? x % m + m : x % m); };
  return static_cast<std::int64_t>(residue(a) * residue(b) % static_cast<Wide>(m));
}

std::int64_t power_mod(std::int64_t a, std::int64_t e, std::int64_t m) {
  require(e >= 0, "power_mod", e);
  std::int64_t result = multiply_mod(1, 1, m);  // 0 when m is 1
  for (; e > 0; e /= 2) {
    if (e % 2 == 1) result = multiply_mod(result, a, m);
    a = multiply_mod(a, a, m);
  }
  return result;
}

std::int64_t primitive_root(std::int64_t p) {
  require(is_prime(p), "primitive_root", p);
  std::vector<std::int64_t> factors = prime_factors(p - 1);
  factors.erase(std::unique(factors.begin(), factors.end()), factors.end());
  // g is a generator exactly if no maximal proper subgroup, which has order (p-1)/q for a prime q, contains it.
  const auto generates = [&](std::int64_t g) {
    return std::all_of(factors.begin(), factors.end(),
                       [&](std::int64_t q) { return power_mod(g, (p - 1) / q, p) != 1; });
  };
  std::int64_t g = 1;
  while (!generates(g)) ++g;
  return g;
}

std::vector<std::int32_t> generator_powers(std::int64_t p, bool inverse) {
  std::int64_t g = primitive_root(p);
  if (inverse) g = power_mod(g, p - 2, p);
  std::vector<std::int32_t> powers(p - 1);
  std::int64_t value = 1;
  for (std::int32_t& power : powers) {
    power = static_cast<std::int32_t>(value);
    value = multiply_mod(value, g, p);
  }
  return powers;
}

std::vector<std::int64_t> divisors(std::int64_t n) {
  require(n >= 1, "divisors", n);
  std::vector<std::int64_t> small, large;
  for (std::int64_t d = 1; d <= n / d; ++d) {
    if (n % d != 0) continue;
    small.push_back(d);
    if (d != n / d) large.push_back(n / d);
  }
  small.insert(small.end(), large.rbegin(), large.rend());
  return small;
}

}  // namespace papilio
