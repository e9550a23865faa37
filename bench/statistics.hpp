// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The few statistics that a report needs.
#pragma once

#include <span>
#include <vector>

namespace papilio::bench {

struct Quartiles {
  double lower = 0;
  double median = 0;
  double upper = 0;

  /// The interquartile range as a part of the median: 0.02 says that half of the samples lie within 2 %.
  [[nodiscard]] double spread() const { return (upper - lower) / median; }
};

/// Interpolated between the two nearest samples (definition 7 of Hyndman and Fan, 1996, as NumPy's default). Throws
/// Error(invalid_argument) when there are none.
Quartiles quartiles(std::vector<double> samples);

/// The mean for ratios. Of positive values; NaN when there are none.
double geometric_mean(std::span<const double> values);

}  // namespace papilio::bench
