// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/number_theory.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <papilio/error.hpp>
#include <vector>

namespace papilio {
namespace {

using testing::ElementsAre, testing::IsEmpty;
using Numbers = std::vector<std::int64_t>;

Numbers divisors_by_trial(std::int64_t n) {
  Numbers found;
  for (std::int64_t d = 1; d <= n; ++d) {
    if (n % d == 0) found.push_back(d);
  }
  return found;
}

std::int64_t order_by_trial(std::int64_t g, std::int64_t p) {
  std::int64_t power = g % p, order = 1;
  for (; power != 1; ++order) power = power * g % p;
  return order;
}

TEST(NumberTheory, DivisorsAndPrimalityAgreeWithTrial) {
  for (std::int64_t n = 1; n <= 3000; ++n) {
    const Numbers expected = divisors_by_trial(n);
    ASSERT_EQ(divisors(n), expected) << n;
    ASSERT_EQ(is_prime(n), expected.size() == 2) << n;
  }
}

TEST(NumberTheory, PrimeFactorsMultiplyBackAscendingAndPrime) {
  EXPECT_THAT(prime_factors(1), IsEmpty());
  EXPECT_THAT(prime_factors(720720), ElementsAre(2, 2, 2, 2, 3, 3, 5, 7, 11, 13));
  EXPECT_THAT(prime_factors(134217689), ElementsAre(134217689));  // the largest prime below 2^27
  EXPECT_THAT(prime_factors(std::int64_t{1000003} * 1000003), ElementsAre(1000003, 1000003));
  for (std::int64_t n = 1; n <= 3000; ++n) {
    const Numbers factors = prime_factors(n);
    ASSERT_TRUE(std::is_sorted(factors.begin(), factors.end())) << n;
    ASSERT_TRUE(std::all_of(factors.begin(), factors.end(), is_prime)) << n;
    ASSERT_EQ(std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, std::multiplies<>()), n);
  }
}

TEST(NumberTheory, PrimalityOfLargeAndOfTreacherousNumbers) {
  EXPECT_TRUE(is_prime((std::int64_t{1} << 61) - 1));
  EXPECT_TRUE(is_prime(2147483647));
  EXPECT_FALSE(is_prime(std::int64_t{2147483647} * 2147483629));
  for (const std::int64_t carmichael : {561, 1105, 1729, 2465, 6601, 825265, 321197185})
    EXPECT_FALSE(is_prime(carmichael)) << carmichael;
  // Strong pseudoprime to the bases 2, 3, 5 and 7 (Pomerance, Selfridge and Wagstaff, 1980).
  EXPECT_FALSE(is_prime(3215031751));
  EXPECT_FALSE(is_prime(0));
  EXPECT_FALSE(is_prime(-7));
}

TEST(NumberTheory, SmoothNumbersAgreeWithTheirFactors) {
  for (std::int64_t n = 1; n <= 3000; ++n) {
    const Numbers factors = prime_factors(n);
    ASSERT_EQ(is_smooth(n), factors.empty() || factors.back() <= 13) << n;
  }
  EXPECT_FALSE(is_smooth(0));
  EXPECT_FALSE(is_smooth(-4));
}

TEST(NumberTheory, NextSmoothIsTheSmallest) {
  std::int64_t expected = 1;
  for (std::int64_t n = 1; n <= 20000; ++n) {
    while (expected < n || (expected > 1 && prime_factors(expected).back() > 7)) ++expected;
    ASSERT_EQ(next_smooth(n), expected) << n;
  }
  EXPECT_EQ(next_smooth(std::int64_t{1} << 60), std::int64_t{1} << 60);
  EXPECT_GE(next_smooth((std::int64_t{1} << 60) - 1), (std::int64_t{1} << 60) - 1);
}

TEST(NumberTheory, ProductsOfPrimesAreTheNearest) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> up_to_5 = {3, 5};
  const std::vector<std::int64_t> up_to_11 = {3, 5, 7, 11};
  for (const auto* primes : {&up_to_5, &up_to_11}) {
    const auto is_product = [&](std::int64_t n) { return prime_factors(n).back() <= primes->back(); };
    std::int64_t previous = 1;
    for (std::int64_t n = 2; n <= 5000; ++n) {
      if (is_product(n)) {
        for (std::int64_t between = previous + 1; between <= n; ++between)
          ASSERT_EQ(next_product(between, *primes), n) << between;
        previous = n;
      }
      ASSERT_EQ(previous_product(n, *primes), previous) << n;
    }
    EXPECT_EQ(next_product(1, *primes), 1);
    EXPECT_EQ(previous_product(1, *primes), 1);
    EXPECT_EQ(next_product(1'000'000'000'000'037, *primes),
              primes == &up_to_5 ? 1'001'129'150'390'625 : 1'000'010'753'280'000);
    const std::int64_t last = previous_product(most, *primes);
    EXPECT_EQ(next_product(last, *primes), last);
    EXPECT_EQ(next_product(last + 1, *primes), std::nullopt);
    EXPECT_EQ(next_product(most, *primes), std::nullopt);
  }
}

TEST(NumberTheory, NextPowerOfTwo) {
  EXPECT_EQ(next_power_of_two(1), 1);
  EXPECT_EQ(next_power_of_two(2), 2);
  EXPECT_EQ(next_power_of_two(3), 4);
  EXPECT_EQ(next_power_of_two((1 << 20) + 1), 1 << 21);
  EXPECT_EQ(next_power_of_two(std::int64_t{1} << 62), std::int64_t{1} << 62);
}

TEST(NumberTheory, ModularArithmeticDoesNotOverflow) {
  const std::int64_t m = (std::int64_t{1} << 62) - 57;  // any large modulus
  EXPECT_EQ(multiply_mod(m - 1, m - 1, m), 1);
  EXPECT_EQ(multiply_mod(m - 2, m - 3, m), 6);
  EXPECT_EQ(multiply_mod(-2, 3, 7), 1);
  const std::int64_t p = (std::int64_t{1} << 61) - 1;
  EXPECT_EQ(power_mod(3, p - 1, p), 1);  // Fermat
  EXPECT_EQ(power_mod(2, 61, p), 1);
  EXPECT_EQ(power_mod(5, 0, 7), 1);
  EXPECT_EQ(power_mod(5, 0, 1), 0);
  for (std::int64_t a = 0; a < 20; ++a) {
    std::int64_t power = 1;
    for (std::int64_t e = 0; e < 20; ++e, power = power * a % 97) ASSERT_EQ(power_mod(a, e, 97), power) << a << e;
  }
}

TEST(NumberTheory, PrimitiveRootsAreTheSmallestGenerators) {
  EXPECT_EQ(primitive_root(2), 1);
  for (std::int64_t p = 3; p < 800; ++p) {
    if (!is_prime(p)) continue;
    const std::int64_t g = primitive_root(p);
    ASSERT_EQ(order_by_trial(g, p), p - 1) << p;
    for (std::int64_t smaller = 1; smaller < g; ++smaller) ASSERT_LT(order_by_trial(smaller, p), p - 1) << p;
  }
  EXPECT_EQ(primitive_root(409), 21);       // its smallest root is large for its size
  EXPECT_EQ(primitive_root(998244353), 3);  // the well-known NTT prime
}

TEST(NumberTheory, ArgumentsOutsideTheDomainAreDefects) {
  EXPECT_THROW((void)prime_factors(0), Error);
  EXPECT_THROW((void)divisors(-1), Error);
  EXPECT_THROW((void)next_smooth(0), Error);
  EXPECT_THROW((void)next_power_of_two((std::int64_t{1} << 62) + 1), Error);
  EXPECT_THROW((void)primitive_root(15), Error);
  EXPECT_THROW((void)power_mod(2, -1, 5), Error);
  EXPECT_THROW((void)multiply_mod(2, 2, 0), Error);
}

}  // namespace
}  // namespace papilio
