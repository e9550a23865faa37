// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/verified/functional.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "core/roots.hpp"

namespace papilio::api {

std::vector<LongComplex> random_numbers(std::int64_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto uniform = [&] { return static_cast<long double>(random() >> 11U) * 0x1p-53L; };
  std::vector<LongComplex> result(static_cast<std::size_t>(count));
  for (LongComplex& each : result) {
    const long double magnitude = 0.75L + uniform() / 4;
    each = std::polar(magnitude, 2 * std::numbers::pi_v<long double> * uniform());
  }
  return result;
}

Functional random_functional(const Problem& problem) {
  Functional result;
  for (const std::int64_t length : problem.lengths)
    result.push_back(random_numbers(length, static_cast<unsigned>(0x9a91 + result.size())));
  return result;
}

// A DFT's matrix is symmetric.
Functional input_functional(Functional output, const Problem& problem) {
  for (std::vector<LongComplex>& w : output) {
    const auto n = static_cast<long double>(w.size());
    w = host_fft<long double>(std::move(w), problem.direction);
    for (LongComplex& each : w) each *= 1 / std::sqrt(n);
  }
  return output;
}

std::vector<LongComplex> paired(const std::vector<double>& numbers) {
  std::vector<LongComplex> result;
  for (std::size_t i = 0; i < numbers.size(); i += 2) result.emplace_back(numbers[i], numbers[i + 1]);
  return result;
}

std::vector<double> in_turn(const std::vector<LongComplex>& numbers) {
  std::vector<double> result;
  for (const LongComplex& each : numbers)
    result.insert(result.end(), {static_cast<double>(each.real()), static_cast<double>(each.imag())});
  return result;
}

}  // namespace papilio::api
