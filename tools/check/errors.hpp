// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The error measures of README.md, transform by transform.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <span>

namespace papilio::tool {

class Errors {
 public:
  /// One transform: `exact` holds re, im pairs that still lack the factor `scale`. Differences are taken in Real.
  template <class T, class Real>
  void add(std::span<const std::complex<T>> got, const Real* exact, Real scale) {
    long double difference = 0;
    long double norm = 0;
    long double largest_difference = 0;
    long double largest = 0;
    for (std::size_t k = 0; k < got.size(); ++k) {
      const Real re = exact[2 * k] * scale;
      const Real im = exact[2 * k + 1] * scale;
      const auto error_re = static_cast<long double>(static_cast<Real>(got[k].real()) - re);
      const auto error_im = static_cast<long double>(static_cast<Real>(got[k].imag()) - im);
      const auto exact_re = static_cast<long double>(re);
      const auto exact_im = static_cast<long double>(im);
      const long double error = error_re * error_re + error_im * error_im;
      const long double value = exact_re * exact_re + exact_im * exact_im;
      difference += error;
      norm += value;
      largest_difference = std::max(largest_difference, error);
      largest = std::max(largest, value);
    }
    add_sums(difference, norm, largest_difference, largest);
  }

  [[nodiscard]] double relative_l2() const { return l2_; }
  [[nodiscard]] double max_error() const { return max_; }
  [[nodiscard]] double ppm_rms() const { return 1e6 * ratio(difference_, norm_); }

 private:
  /// sqrt(error/of); infinite for NaN and for an error of nothing.
  static double ratio(long double error, long double of) {
    if (error == 0) return 0;
    const auto value = static_cast<double>(std::sqrt(error / of));
    return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
  }

  void add_sums(long double difference, long double norm, long double largest_difference, long double largest) {
    difference_ += difference;
    norm_ += norm;
    l2_ = std::max(l2_, ratio(difference, norm));
    // std::max passes over a NaN; the sum does not.
    max_ = std::max(
        max_, std::isnan(difference) ? std::numeric_limits<double>::infinity() : ratio(largest_difference, largest));
  }

  double l2_ = 0;
  double max_ = 0;
  long double difference_ = 0;
  long double norm_ = 0;
};

}  // namespace papilio::tool
