// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/reference.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "core/number_theory.hpp"

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

std::vector<LongComplex> reference_dft(const std::vector<LongComplex>& x, Direction direction) {
  const auto n = static_cast<std::int64_t>(x.size());
  if (is_smooth(n)) return host_fft(x, direction);
  const Roots roots(2 * n);
  const auto chirp = [&](std::int64_t k) {
    const LongComplex w = roots(multiply_mod(k, k, 2 * n));
    return direction == Direction::forward ? w : std::conj(w);
  };
  const std::int64_t m = next_power_of_two(2 * n);
  std::vector<LongComplex> a(m);
  std::vector<LongComplex> b(m);
  for (std::int64_t k = 0; k < n; ++k) {
    a[k] = x[k] * chirp(k);
    b[k] = std::conj(chirp(k));
    if (k > 0) b[m - k] = b[k];
  }
  a = host_fft(std::move(a), Direction::forward);
  b = host_fft(std::move(b), Direction::forward);
  for (std::int64_t k = 0; k < m; ++k) a[k] *= b[k] / static_cast<long double>(m);
  a = host_fft(std::move(a), Direction::inverse);
  a.resize(n);
  for (std::int64_t k = 0; k < n; ++k) a[k] *= chirp(k);
  return a;
}

double relative_l2(std::span<const LongComplex> a, std::span<const LongComplex> b) {
  long double difference = 0;
  long double norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += std::norm(a[i] - b[i]);
    norm += std::norm(b[i]);
  }
  if (!(difference == difference)) return std::numeric_limits<double>::infinity();
  if (norm == 0) return difference == 0 ? 0 : std::numeric_limits<double>::infinity();
  return static_cast<double>(std::sqrt(difference / norm));
}

}  // namespace papilio::test
