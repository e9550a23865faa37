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

std::vector<LongComplex> random_reals(std::int64_t count, unsigned seed) {
  std::vector<LongComplex> result = random_numbers(count, seed);
  for (LongComplex& each : result) each = std::copysign(std::abs(each), each.real());
  return result;
}

Functional random_functional(const Problem& problem) {
  Functional result;
  for (const std::int64_t length : problem.output_lengths()) {
    const auto seed = static_cast<unsigned>(0x9a91 + result.size());
    result.push_back(problem.kind == Kind::c2r ? random_reals(length, seed) : random_numbers(length, seed));
  }
  return result;
}

// A DFT's matrix is symmetric. Of half a spectrum the other numbers of an output have no weight, those of an input are
// the conjugates of the ones that are there.
Functional input_functional(Functional output, const Problem& problem) {
  const std::vector<std::int64_t> own = problem.input_lengths();
  for (std::size_t axis = 0; axis < output.size(); ++axis) {
    const std::int64_t n = problem.lengths[axis];
    std::vector<LongComplex>& w = output[axis];
    w.resize(static_cast<std::size_t>(n));
    w = host_fft<long double>(std::move(w), problem.direction);
    w.resize(static_cast<std::size_t>(own[axis]));
    const bool half = problem.kind == Kind::c2r && axis + 1 == output.size();
    for (std::size_t k = 0; k < w.size(); ++k)
      w[k] *= (half ? multiplicity(static_cast<std::int64_t>(k), n) : 1) / std::sqrt(static_cast<long double>(n));
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
