// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/reference.hpp"

#include <random>

namespace papilio::test {

std::vector<LongComplex> random_signal(std::int64_t n, Precision precision, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto draw = [&]() -> long double {
    const double value = uniform(engine);
    return precision == Precision::f32 ? static_cast<float>(value) : value;
  };
  std::vector<LongComplex> x(n);
  for (LongComplex& value : x) {
    const long double re = draw();
    value = {re, draw()};
  }
  return x;
}

}  // namespace papilio::test
