// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Mapped results (Problem::out_map), compared through the errors that complex results must have had.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <papilio/problem.hpp>
#include <vector>

#include "core/storage.hpp"

namespace papilio::verify {

inline constexpr long double decibels_of_one_e = 20 / std::numbers::ln10_v<long double>;

inline long double map_of(OutputMap map, long double re, long double im) {
  switch (map) {
    case OutputMap::none:
    case OutputMap::real:
      return re;
    case OutputMap::imaginary:
      return im;
    case OutputMap::magnitude:
      return std::hypot(re, im);
    case OutputMap::power:
      return re * re + im * im;
    case OutputMap::phase:
      return std::atan2(im, re);
    case OutputMap::decibel:
      return decibels_of_one_e * std::log(std::hypot(re, im));
    case OutputMap::log:
      return std::log(std::hypot(re, im));
  }
  return re;
}

/// How fast the map changes with a complex number of magnitude r.
inline long double slope_of(OutputMap map, long double r) {
  switch (map) {
    case OutputMap::power:
      return 2 * r;
    case OutputMap::phase:
    case OutputMap::log:
      return 1 / r;
    case OutputMap::decibel:
      return decibels_of_one_e / r;
    default:
      return 1;
  }
}

struct MapErrors {
  double bound = 0;   ///< of the relative error of the complex results
  double stored = 0;  ///< of each number, in absolute terms, by its storage
};

/// Complex numbers whose distances from the exact results are the errors that explain the mapped numbers `got`, beyond
/// 2 ulp of the map and the rounding of the storage. `exact` are the scaled results, two numbers each. Of a result that
/// such an error makes vanish only the largest value of the map is known.
template <class Real>
std::vector<Real> results_behind_map(const Problem& problem, const std::vector<Real>& got,
                                     const std::vector<Real>& exact, const MapErrors& errors) {
  const OutputMap map = problem.out_map;
  long double sum = 0;
  for (const Real part : exact) sum += static_cast<long double>(part) * static_cast<long double>(part);
  const long double rms = std::sqrt(sum / static_cast<long double>(got.size()));
  const long double unit = std::ldexp(1.0L, problem.precision == Precision::f32 ? -23 : -52);
  const long double own = 2 * unit + unit_roundoff(problem.out_storage, problem.precision);
  const bool has_limit = map != OutputMap::phase && map != OutputMap::real && map != OutputMap::imaginary;
  std::vector<Real> result = exact;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const auto re = static_cast<long double>(exact[2 * k]);
    const auto im = static_cast<long double>(exact[2 * k + 1]);
    const auto value = static_cast<long double>(got[k]);
    const long double r = std::hypot(re, im);
    const long double noise = 16 * errors.bound * rms;
    const bool linear = map == OutputMap::real || map == OutputMap::imaginary || r > noise;
    long double error = 0;
    if (linear) {
      const long double right = map_of(map, re, im);
      long double apart = std::abs(value - right);
      if (map == OutputMap::phase) apart = std::min(apart, std::abs(apart - 2 * std::numbers::pi_v<long double>));
      const long double allowed = own * std::abs(right) + errors.stored;
      error = std::isnan(value) ? value : std::max(0.0L, apart - allowed) / slope_of(map, r);
    } else {
      const long double most = map_of(map, r + noise, 0);
      const long double limit = most + std::abs(most) * own + errors.stored;
      const bool wrong = std::isnan(value) || (has_limit && value > limit);
      error = wrong ? std::numeric_limits<long double>::infinity() : 0;
    }
    result[2 * k] = static_cast<Real>(re + error);
  }
  return result;
}

}  // namespace papilio::verify
