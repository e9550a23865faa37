// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>

#include "core/race.hpp"

namespace papilio::bench {

Quartiles quartiles(std::vector<double> samples) {
  if (samples.empty()) throw Error::invalid_argument("quartiles", "there are no samples");
  std::sort(samples.begin(), samples.end());
  return {quantile_of_sorted(samples, 0.25), quantile_of_sorted(samples, 0.5), quantile_of_sorted(samples, 0.75)};
}

std::optional<Band> median_band(std::vector<double> samples) {
  constexpr double outside = (1 - confidence) / 2;  // on each side
  const auto n = static_cast<double>(samples.size());
  // P(B = i) from its logarithm: 2^-n underflows for thousands of samples.
  const auto probability = [n](double i) {
    return std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) - n * std::log(2.0));
  };
  std::size_t k = 0;  // samples below the band's lower end, and above its upper end, one more than that
  double below = 0;
  while (k < samples.size()) {
    below += probability(static_cast<double>(k));
    if (below > outside) break;
    ++k;
  }
  if (k == 0) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  return Band{samples[k - 1], samples[samples.size() - k]};
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace papilio::bench
