// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The error measures of README.md, transform by transform.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace papilio::tool {

class Errors {
 public:
  /// One transform: its elements are of `width` numbers, 1 where they are real, 2 where they are complex. `exact` still
  /// lacks the factor `scale`. Differences are taken in Real. Elements that are `skipped`, if any, have no error; that of
  /// the others is held against the root mean square of all, as they may be small by chance; and a few of them against that
  /// of eight, as the errors of a few may be large by chance.
  template <class T, class Real>
  void add(std::span<const T> got, const Real* exact, Real scale, std::int64_t width,
           const std::vector<bool>& skipped = {}) {
    long double difference = 0;
    long double norm = 0;
    long double largest_difference = 0;
    long double largest = 0;
    const auto step = static_cast<std::size_t>(width);
    const std::size_t elements = got.size() / step;
    std::size_t kept = elements;
    for (std::size_t k = 0; k < got.size(); k += step) {
      long double error = 0;
      long double value = 0;
      for (std::size_t i = k; i < k + step; ++i) {
        const Real right = exact[i] * scale;
        const auto wrong_by = static_cast<long double>(static_cast<Real>(got[i]) - right);
        error += wrong_by * wrong_by;
        value += static_cast<long double>(right) * static_cast<long double>(right);
      }
      if (!skipped.empty() && skipped[k / step]) {
        error = 0;
        --kept;
      }
      difference += error;
      norm += value;
      largest_difference = std::max(largest_difference, error);
      largest = std::max(largest, value);
    }
    if (kept == 0) return;
    constexpr std::size_t few = 8;
    difference *= static_cast<long double>(elements) / static_cast<long double>(std::max(kept, std::min(elements, few)));
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
