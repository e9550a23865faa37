// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/expectation.hpp"

#include <cmath>
#include <limits>

#include "core/storage.hpp"

namespace papilio::bench {

double Expectation::limit() const {
  const double computed = precision_ == Precision::f32 ? 1e-4 : 1e-11;
  return computed + 16 * unit_roundoff(storage_, precision_);
}

double Expectation::ratio(long double difference, long double norm) {
  if (difference == 0) return 0;
  const auto error = static_cast<double>(std::sqrt(difference / norm));
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace papilio::bench
