// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The few statistics that a report needs.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace papilio::bench {

struct Quartiles {
  double lower = 0;
  double median = 0;
  double upper = 0;

  /// The interquartile range as a fraction of the median: 0.02 means that half of the samples lie within 2 %.
  [[nodiscard]] double spread() const { return (upper - lower) / median; }
};

/// Interpolated between the two nearest samples (definition 7 of Hyndman and Fan, 1996, as NumPy's default). Throws
/// Error(invalid_argument) when there are none.
Quartiles quartiles(std::vector<double> samples);

inline constexpr double confidence = 0.95;  ///< of every confidence interval

/// The interval in which a figure lies with that confidence.
struct Band {
  double low = 0;
  double high = 0;
  friend bool operator==(const Band&, const Band&) = default;
};

/// The band that holds the median with at least that probability, from the smallest of the samples' order statistics
/// that suffice: x(k) and x(n+1-k), where 1 - 2 P(B < k) >= 0.95 and B counts the heads of n tosses (H. A. David and
/// H. N. Nagaraja, Order Statistics, 2003, 7.1). It assumes that samples are independent, and nothing of their
/// distribution. None for fewer than 6 samples: even their whole range has a lower confidence.
std::optional<Band> median_band(std::vector<double> samples);

/// The geometric mean, for ratios, of positive values; NaN if there are none.
double geometric_mean(std::span<const double> values);

}  // namespace papilio::bench
