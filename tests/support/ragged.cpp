// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ragged.hpp"

#include <cmath>

#include "core/roots.hpp"

namespace papilio::test {

std::vector<LongComplex> random_ragged(const RaggedProblem& problem, std::uint64_t seed) {
  std::vector<LongComplex> x = random_signal(problem.all_elements(true), problem.precision, seed);
  if (problem.kind != Kind::r2c) return x;
  for (LongComplex& value : x) value.imag(0);
  return x;
}

std::vector<LongComplex> ragged_reference(const RaggedProblem& problem, std::size_t i,
                                          const std::vector<LongComplex>& input) {
  const std::int64_t n = problem.lengths[i];
  std::vector<LongComplex> x = input;
  if (problem.kind == Kind::c2r) {
    x.resize(static_cast<std::size_t>(n));
    x[0].imag(0);
    if (n % 2 == 0) x[static_cast<std::size_t>(n / 2)].imag(0);
    for (std::int64_t k = n / 2 + 1; k < n; ++k)
      x[static_cast<std::size_t>(k)] = std::conj(x[static_cast<std::size_t>(n - k)]);
  }
  std::vector<LongComplex> y = host_fft(std::move(x), problem.direction);
  y.resize(static_cast<std::size_t>(problem.elements(i, false)));
  long double scale = 1;
  if (problem.scale != Scale::none) scale /= static_cast<long double>(n);
  if (problem.scale == Scale::inverse_sqrt_n) scale = std::sqrt(scale);
  for (LongComplex& value : y) value = problem.kind == Kind::c2r ? value.real() * scale : value * scale;
  return y;
}

}  // namespace papilio::test
