// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The error measures of README.md, transform by transform, and whether they are within their bound.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace papilio::verify {

/// Error that a result may have.
struct Allowance {
  double arithmetic = 0;  ///< relative L2 of all of it
  double stored = 0;      ///< of each number, relative to itself
  double least = 0;       ///< of each number that is too small for that
};

/// The whole result, to which errors of arithmetic are relative, where only a part of it is compared.
struct WholeResult {
  long double norm = 0;  ///< squared
  std::size_t elements = 0;
};

/// One transform. Differences are taken in Real.
template <class T, class Real>
struct Compared {
  std::span<const T> got;
  const Real* exact = nullptr;  ///< before it is multiplied by `scale`
  Real scale = 1;
  std::int64_t width = 1;                 ///< numbers of an element: 1 where they are real, 2 where they are complex
  std::vector<bool> skipped = {};         ///< elements that have no error; empty: none
  std::optional<WholeResult> whole = {};  ///< all of `exact`, unless given
};

class Errors {
 public:
  explicit Errors(const Allowance& allowance)
      : allowance_(allowance), bound_(allowance.arithmetic + allowance.stored) {}

  /// Arithmetic spreads its error over the whole result, so that elements that are kept have their share of it, also
  /// where they are small by chance; a few of them count as eight, as the errors of a few may be large by chance; and
  /// what is large has a larger error. So the error is relative to that share, or to the norm of what is kept,
  /// whichever is larger. Storing rounds each number by itself.
  template <class T, class Real>
  void add(const Compared<T, Real>& compared) {
    SquareSums kept;
    SquareSums all;
    std::size_t count = 0;
    const auto step = static_cast<std::size_t>(compared.width);
    const std::size_t elements = compared.got.size() / step;
    for (std::size_t k = 0; k < elements; ++k) {
      long double error = 0;
      long double value = 0;
      for (std::size_t i = k * step; i < (k + 1) * step; ++i) {
        const Real right = compared.exact[i] * compared.scale;
        largest_ = std::max(largest_, std::abs(static_cast<long double>(right)));
        const auto wrong_by = static_cast<long double>(static_cast<Real>(compared.got[i]) - right);
        error += wrong_by * wrong_by;
        value += static_cast<long double>(right) * static_cast<long double>(right);
      }
      all.add(0, value);
      if (!compared.skipped.empty() && compared.skipped[k]) continue;
      kept.add(error, value);
      ++count;
    }
    if (count == 0) return;
    judge(kept, count, compared.whole.value_or(WholeResult{all.norm, elements}), step);
    difference_ += kept.difference;
    norm_ += kept.norm;
    // std::max ignores a NaN; the sum does not.
    const bool nan = std::isnan(kept.difference);
    max_ = std::max(max_, nan ? std::numeric_limits<double>::infinity() : ratio(kept.largest_difference, all.largest));
  }

  /// Error of the transform that is nearest to its bound, or furthest beyond it.
  [[nodiscard]] double relative_l2() const { return l2_; }
  [[nodiscard]] double bound() const { return bound_; }
  [[nodiscard]] double max_error() const { return max_; }
  /// Largest of all exact numbers, without their signs.
  [[nodiscard]] long double largest() const { return largest_; }
  [[nodiscard]] double ppm_rms() const { return 1e6 * ratio(difference_, norm_); }

 private:
  /// Sums of squares, element by element.
  struct SquareSums {
    long double difference = 0;
    long double norm = 0;
    long double largest_difference = 0;
    long double largest = 0;

    void add(long double error, long double value) {
      difference += error;
      norm += value;
      largest_difference = std::max(largest_difference, error);
      largest = std::max(largest, value);
    }
  };

  /// sqrt(error/of); infinite for NaN, and for an error where `of` is 0.
  static double ratio(long double error, long double of) {
    if (error == 0) return 0;
    const auto value = static_cast<double>(std::sqrt(error / of));
    return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
  }

  void judge(const SquareSums& kept, std::size_t count, const WholeResult& whole, std::size_t width) {
    constexpr std::size_t few = 8;
    const std::size_t counted = std::max(count, std::min(whole.elements, few));
    const long double share = whole.norm * static_cast<long double>(counted) / static_cast<long double>(whole.elements);
    const long double of = std::max(share, kept.norm);
    const long double least = static_cast<long double>(allowance_.least) * allowance_.least * count * width;
    double l2 = ratio(kept.difference, of);
    double bound = allowance_.arithmetic + allowance_.stored * ratio(kept.norm, of);
    if (of > 0) {
      bound += ratio(least, of);
    } else if (kept.difference <= least) {  // the exact result is 0: only rounding of stored numbers is allowed
      l2 = 0;
    }
    if (l2 / bound < l2_ / bound_) return;
    l2_ = l2;
    bound_ = bound;
  }

  Allowance allowance_;
  double bound_;
  double l2_ = 0;
  double max_ = 0;
  long double largest_ = 0;
  long double difference_ = 0;
  long double norm_ = 0;
};

}  // namespace papilio::verify
