// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/error_bound.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "core/trig_lengths.hpp"

namespace papilio {

double error_bound(std::int64_t n, Precision precision) {
  const double root = std::sqrt(std::max(1.0, std::log2(static_cast<double>(n))));
  const double smooth = (precision == Precision::f32 ? 1.2e-7 : 4.0e-16) * root;
  return is_smooth(n) ? smooth : 3 * smooth;
}

double arithmetic_bound(const Problem& problem) {
  std::int64_t n = 1;
  const bool trig = problem.real_input() && problem.real_output();
  for (const int axis : problem.transformed_axes()) {
    n *= logical_length(problem.kind, problem.lengths[axis]) * (trig ? 4 : 1);
  }
  int exponent = 0;
  const bool exact = std::frexp(std::abs(problem.scale_factor()), &exponent) == 0.5;
  const double unit = std::ldexp(1.0, problem.precision == Precision::f32 ? -24 : -53);
  return error_bound(n, problem.precision) + (exact ? 0 : 2 * unit);
}

double convolution_bound(std::int64_t n, std::int64_t channels, Precision precision) {
  const double unit = std::ldexp(1.0, precision == Precision::f32 ? -24 : -53);
  const double sum = channels == 1 ? 0 : unit * std::sqrt(static_cast<double>(channels));
  return 3 * error_bound(n, precision) + sum;
}

double error_bound(const Problem& problem) {
  return arithmetic_bound(problem) + unit_roundoff(problem.out_storage, problem.precision);
}

}  // namespace papilio
