// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compares the algorithms with the definition, and tests the choice between them.
#include "codelet/dft.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

#include "core/number_theory.hpp"
#include "evaluate.hpp"

namespace papilio::codelet {
namespace {

class PrimeDftTest : public ::testing::TestWithParam<int> {};

std::vector<int> odd_primes() {
  std::vector<int> result;
  for (int p = 3; p <= max_radix; ++p) {
    if (is_prime(p)) result.push_back(p);
  }
  return result;
}

CodeletProgram prime_program(int p, PrimeMethod method, Style style, Direction direction = Direction::forward) {
  DftOptions options;
  options.direction = direction;
  options.style = style;
  options.prime = method;
  return dft_program(p, options);
}

TEST_P(PrimeDftTest, BothMethodsAgreeWithTheDefinition) {
  const int p = GetParam();
  const std::vector<long double> x = testing::random_values(2 * p, static_cast<unsigned>(p));
  for (const Direction direction : {Direction::forward, Direction::inverse}) {
    const std::vector<long double> expected = testing::naive_dft(x, direction);
    for (const PrimeMethod method : {PrimeMethod::convolution, PrimeMethod::rader}) {
      for (const Style style : {Style::separate, Style::fused, Style::exact}) {
        const CodeletProgram program = prime_program(p, method, style, direction);
        EXPECT_LT(testing::distance(testing::evaluate(program, x), expected),
                  static_cast<long double>(8 + p) * std::numeric_limits<long double>::epsilon());
      }
    }
  }
}

TEST_P(PrimeDftTest, TheBetterMethodIsChosen) {
  const int p = GetParam();
  for (const Style style : {Style::separate, Style::fused}) {
    const auto chosen = prime_program(p, PrimeMethod::automatic, style).instructions.size();
    const auto convolution = prime_program(p, PrimeMethod::convolution, style).instructions.size();
    const auto rader = prime_program(p, PrimeMethod::rader, style).instructions.size();
    EXPECT_EQ(chosen, std::min(convolution, rader)) << (style == Style::fused ? "fused: " : "separate: ") << convolution
                                                    << " by convolution, " << rader << " by Rader";
  }
}

INSTANTIATE_TEST_SUITE_P(OddPrimes, PrimeDftTest, ::testing::ValuesIn(odd_primes()));

double milliseconds_to_make(int radix, Style style) {
  DftOptions options;
  options.style = style;
  double best = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto start = std::chrono::steady_clock::now();
    const CodeletProgram program = dft_program(radix, options);
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_FALSE(program.instructions.empty());
    best = std::min(best, elapsed.count());
  }
  return best;
}

TEST(DftProgram, IsMadeInMilliseconds) {
  for (const Style style : {Style::separate, Style::fused}) {
    EXPECT_LT(milliseconds_to_make(32, style), 10);
    EXPECT_LT(milliseconds_to_make(64, style), 50);
  }
}

}  // namespace
}  // namespace papilio::codelet
