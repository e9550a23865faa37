// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/tables/twiddles.hpp"

#include <cmath>
#include <numbers>

#include "kernel/complex.hpp"

namespace papilio::kernel {

Complex twiddle(Builder& b, const Roots& roots, Value e) {
  if (roots.few.buffer == nullptr) return two_level_twiddle(b, roots.levels, e);
  const TableSpec& table = roots.few.spec;
  const Value nearest = b.let("nearest", (e + table.step / 2) / table.step);
  const Value rest = b.let("rest", e - nearest * table.step);
  const double angle = 2 * std::numbers::pi / static_cast<double>(table.n);
  const Value x = b.let("angle", cast(rest, ScalarKind::f32) * angle);
  const Value y = b.let("square", x * x);
  const Value sine = x * fma(y, fma(y, 1.0 / 120, -1.0 / 6), 1.0);
  const Value cosine = fma(y, fma(y, 1.0 / 24, -0.5), 1.0);
  const Complex turn = {b.let("cosine", cosine), b.let("sine", -sine)};
  return load_complex(roots.few.buffer, 2 * nearest, 1, 2) * turn;
}

namespace {

/// Calls visit(k, factor) in ascending order.
template <typename Visit>
void visit_factors(Builder& b, const Roots& roots, const Results& results, std::int64_t radix, const Visit& visit) {
  const std::int64_t run = std::lround(std::sqrt(static_cast<double>(radix)));
  const auto entry = [&](std::int64_t k) {
    return two_level_twiddle(b, roots.levels, results.row * (k * results.step));
  };
  std::vector<Complex> low(static_cast<std::size_t>(run));
  for (std::int64_t k = 1; k < run; ++k) low[k] = entry(k);
  Complex high = twiddle(b, roots, b.let("t", results.row * results.first));
  const Complex base = high;
  for (std::int64_t k = 0; k < radix; ++k) {
    if (k > 0 && k % run == 0) high = base * entry(k);
    visit(k, k % run == 0 ? high : high * low[k % run]);
  }
}

}  // namespace

void twiddle_results(Builder& b, const Roots& roots, const Results& results, Direction direction,
                     std::vector<Complex>& values) {
  visit_factors(b, roots, results, static_cast<std::int64_t>(values.size()), [&](std::int64_t k, Complex factor) {
    values[k] = multiply(values[k], factor, conjugate_for(direction));
  });
}

std::vector<Complex> result_factors(Builder& b, const Roots& roots, const Results& results, std::int64_t count) {
  std::vector<Complex> factors;
  visit_factors(b, roots, results, count, [&](std::int64_t, Complex factor) { factors.push_back(factor); });
  return factors;
}

Complex two_level_twiddle(Builder& b, const RootTable& table, Value e) {
  const std::int64_t fine_size = std::int64_t{1} << table.spec.shift;
  const Value low = b.let("low", e % fine_size);
  const Value high = b.let("high", e / fine_size);
  const Complex coarse = load_complex(table.buffer, 2 * high + 2 * fine_size, 1, 2);
  std::int64_t rest = 0;
  if (is_constant(low, &rest) && rest == 0) return coarse;  // e is a multiple of the fine level's size
  const Complex fine = load_complex(table.buffer, 2 * low, 1, 2);
  return coarse * fine;
}

}  // namespace papilio::kernel
