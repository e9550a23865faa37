// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// FeatureShape: options of features, checked; and the matrices that features are products of.
#pragma once

#include <cstdint>
#include <papilio/features.hpp>
#include <papilio/problem.hpp>
#include <vector>

#include "api/signal/stft_shape.hpp"

namespace papilio::api {

/// A row of a matrix whose numbers are 0 but for neighbours.
struct WeightRow {
  std::int64_t first = 0;  ///< column of the first of the weights
  std::vector<double> weights = {1};
};

class FeatureShape {
 public:
  /// Throws Error(invalid_argument) for options that make no sense. `frames` is that of options.frames.
  FeatureShape(const FeatureOptions& options, const StftShape& frames, Precision precision);

  [[nodiscard]] const FeatureOptions& options() const { return options_; }
  /// Numbers of a frame before coefficients are computed.
  [[nodiscard]] std::int64_t bands() const { return options_.filters > 0 ? options_.filters : bins_; }
  [[nodiscard]] std::int64_t size() const { return options_.coefficients > 0 ? options_.coefficients : bands(); }
  /// Full frames of a signal.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;

  /// From bins to bands.
  [[nodiscard]] std::vector<WeightRow> filters() const;
  /// From bands to coefficients; without them, that of the identity.
  [[nodiscard]] std::vector<WeightRow> coefficients() const;
  /// Factor of the natural logarithm in a level; 0 of powers.
  [[nodiscard]] double log_factor() const;

 private:
  FeatureOptions options_;
  std::int64_t bins_;
  std::int64_t padding_;
};

}  // namespace papilio::api
