// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/error_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/chirps.hpp"
#include "core/number_theory.hpp"
#include "core/storage.hpp"
#include "core/trig_lengths.hpp"

namespace papilio {

namespace {

double bound_of(double n, bool smooth, Precision precision) {
  const double root = std::sqrt(std::max(1.0, std::log2(n)));
  constexpr double units[] = {1.2e-7, 4.0e-16, 1.0e-14, 5.0e-32};  // by Precision
  return units[static_cast<int>(precision)] * root * (smooth ? 1 : 3);
}

/// The largest relative rounding error of one operation.
double rounding_of(Precision precision) {
  constexpr int bits[] = {24, 53, 47, 104};  // sums of pairs lose the last bit or two
  return std::ldexp(1.0, -bits[static_cast<int>(precision)]);
}

/// Of rounding errors in half a spectrum and in real-to-real transforms (error_bound.hpp).
double weight_of(const Problem& problem) { return problem.kind == Kind::c2c ? 1 : std::numbers::sqrt2; }

}  // namespace

double error_bound(std::int64_t n, Precision precision) {
  return bound_of(static_cast<double>(n), is_smooth(n), precision);
}

double arithmetic_bound(const Problem& problem) {
  double n = 1;  // the product of some 20 lengths of a real-to-real transform does not fit 64 bits
  bool smooth = true;
  const bool trig = problem.real_input() && problem.real_results();
  for (const int axis : problem.transformed_axes()) {
    const std::int64_t length = logical_length(problem.kind, problem.lengths[axis]) * (trig ? 4 : 1);
    n *= static_cast<double>(length);
    smooth &= is_smooth(length);
  }
  if (problem.has_contour()) {
    const ChirpCounts counts = chirp_counts(problem);
    n = static_cast<double>(counts.inputs + counts.results);
    smooth = false;
  }
  int exponent = 0;
  const bool exact = std::frexp(std::abs(problem.scale_factor()), &exponent) == 0.5;
  const double unit = rounding_of(problem.precision);
  const double growth = problem.has_contour() ? std::exp(chirp_growth(problem.contour, chirp_counts(problem))) : 1;
  return growth * bound_of(n, smooth, problem.precision) + (exact ? 0 : 2 * unit) +
         (problem.window.kind == WindowFunction::none ? 0 : (1 + static_cast<double>(problem.window.taps)) * unit) +
         (problem.detrend == Detrend::none ? 0 : 4 * unit);
}

double convolution_bound(std::int64_t n, std::int64_t channels, Precision precision) {
  const double unit = rounding_of(precision);
  const double sum = channels == 1 ? 0 : unit * std::sqrt(static_cast<double>(channels));
  return 3 * error_bound(n, precision) + sum;
}

double scratch_error(const Problem& problem, int roundings) {
  bool smooth = true;
  for (const int axis : problem.transformed_axes())
    smooth &= is_smooth(logical_length(problem.kind, problem.lengths[axis]));
  return roundings * unit_roundoff(stored_between_passes(problem.scratch_storage), problem.precision) *
         weight_of(problem) * (smooth ? 1 : 3);
}

double error_bound(const Problem& problem) {
  return arithmetic_bound(problem) + unit_roundoff(problem.out_storage, problem.precision);
}

}  // namespace papilio
