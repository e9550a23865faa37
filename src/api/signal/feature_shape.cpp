// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/signal/feature_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <papilio/error.hpp>

namespace papilio::api {
namespace {

constexpr double slaney_hz = 200.0 / 3;  // of a mel, up to 1000 Hz
constexpr double slaney_border = 1000;
constexpr double slaney_border_mels = 15;
const double slaney_step = std::log(6.4) / 27;

double mels_of(double hz, MelScale scale) {
  if (scale == MelScale::htk) return 2595 / std::numbers::ln10 * std::log1p(hz / 700);
  return hz < slaney_border ? hz / slaney_hz : slaney_border_mels + std::log(hz / slaney_border) / slaney_step;
}

double hz_of(double mels, MelScale scale) {
  if (scale == MelScale::htk) return 700 * std::expm1(mels * std::numbers::ln10 / 2595);
  return mels < slaney_border_mels ? mels * slaney_hz
                                   : slaney_border * std::exp(slaney_step * (mels - slaney_border_mels));
}

[[noreturn]] void refuse(const std::string& what, const std::string& why, const std::string& remedy) {
  throw Error::invalid_argument("features with " + what, why, remedy);
}

/// The least and the largest normal number.
struct NormalRange {
  double least = std::numeric_limits<double>::min();
  double most = std::numeric_limits<double>::max();
};

NormalRange normal_range(Precision precision) {
  if (precision == Precision::f64) return {};
  return {std::numeric_limits<float>::min(), std::numeric_limits<float>::max()};
}

/// Filter b is between borders b and b + 2.
std::vector<double> borders_of(const FeatureOptions& options) {
  const double low = mels_of(options.low, options.scale);
  const double high = mels_of(options.high, options.scale);
  std::vector<double> borders;
  for (std::int64_t i = 0; i < options.filters + 2; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(options.filters + 1);
    borders.push_back(hz_of(low + (high - low) * share, options.scale));
  }
  return borders;
}

double height_of(const FeatureOptions& options, double width) { return options.norm == MelNorm::area ? 2 / width : 1; }

void check_filters(const FeatureOptions& options, Precision precision) {
  const std::vector<double> borders = borders_of(options);
  const auto [least, most] = normal_range(precision);
  for (std::size_t b = 0; b + 2 < borders.size(); ++b) {
    const auto refuse_filter = [&](const std::string& why, const char* remedy) {
      refuse(fmt::format("{} filters from {} to {} Hz", options.filters, options.low, options.high), why, remedy);
    };
    if (!(borders[b] < borders[b + 1] && borders[b + 1] < borders[b + 2])) {
      refuse_filter(fmt::format("the borders of filter {}, about {} Hz, do not differ", b, borders[b]),
                    "use fewer filters, or frequencies that are further apart");
    }
    const double height = height_of(options, borders[b + 2] - borders[b]);
    if (!(height >= least && height <= most)) {
      refuse_filter(fmt::format("the precision does not have the height {:.3g} of filter {}", height, b),
                    "use filters of height 1 (peak), or other frequencies");
    }
  }
}

void check_level(const FeatureOptions& options, Precision precision) {
  const auto [least, most] = normal_range(precision);
  if (!(options.floor >= least && options.floor <= most)) {
    refuse(fmt::format("a floor of {}", options.floor), "powers below the floor count as it, which has a logarithm",
           "give a positive normal number of the precision, 1e-10 for example");
  }
  if (!(options.factor >= 0 && options.factor <= most)) {
    refuse(fmt::format("a factor of {}", options.factor), "levels grow with the power",
           "give a finite factor that is not negative");
  }
  if (!(std::abs(options.offset) <= most)) {
    refuse(fmt::format("an offset of {}", options.offset), "the precision does not have it", "give a finite offset");
  }
  if (!(options.range >= 0 && options.range <= most)) {
    refuse(fmt::format("a range of {}", options.range), "it is the distance of two levels",
           "give a positive range, or 0 for none");
  }
  if (options.level != FeatureLevel::power) return;
  const auto refuse_with_power = [&](const char* name, double value, double none) {
    if (value == none) return;
    refuse(fmt::format("a {} of {}", name, value), "the levels are powers, without a logarithm",
           fmt::format("choose a logarithm, or a {} of {}", name, none));
  };
  refuse_with_power("range", options.range, 0);
  refuse_with_power("factor", options.factor, 1);
  refuse_with_power("offset", options.offset, 0);
}

}  // namespace

FeatureShape::FeatureShape(const FeatureOptions& options, const StftShape& frames, Precision precision)
    : options_(options), bins_(frames.bins()), padding_(frames.padding()) {
  options_.frames = frames.options();
  if (!(options.rate > 0 && std::isfinite(options.rate)))
    refuse(fmt::format("a rate of {} Hz", options.rate), "it is not positive and finite", "give the rate of samples");
  constexpr std::int64_t most = 1 << 20;
  if (options.filters < 0 || bands() > most) {
    refuse(options.filters == 0 ? fmt::format("{} bins", bins_) : fmt::format("{} filters", options.filters),
           "a frame has 1 to 2^20 of them", "give the number of mel filters, 80 for example, or use shorter frames");
  }
  if (options.high == 0) options_.high = options.rate / 2;
  if (!(options_.low >= 0 && options_.low < options_.high && options_.high <= options.rate / 2)) {
    refuse(fmt::format("filters from {} to {} Hz", options_.low, options_.high),
           fmt::format("frequencies are between 0 and {} Hz, half the rate", options.rate / 2),
           options_.high > options.rate / 2 ? "give a highest frequency of at most half the rate"
                                            : "give a low frequency that is below the high one");
  }
  if (options.filters > 0) check_filters(options_, precision);
  check_level(options, precision);
  if (options.coefficients < 0 || options.coefficients > bands()) {
    refuse(fmt::format("{} coefficients", options.coefficients),
           fmt::format("{} numbers have at most as many", bands()), "give fewer, or 0 for none");
  }
  if (options.coefficients > 0 && options.coefficients * bands() > (std::int64_t{1} << 26)) {
    refuse(fmt::format("{} coefficients of {} numbers", options.coefficients, bands()),
           "their matrix has more than 2^26 numbers", "use mel filters, or fewer coefficients");
  }
}

std::int64_t FeatureShape::frames(std::int64_t samples) const {
  if (samples > std::int64_t{1} << 48)
    refuse(fmt::format("{} samples", samples), "no memory holds as many", "give a shorter signal");
  const std::int64_t rest = samples + 2 * padding_ - options_.frames.length;
  return samples <= 0 || rest < 0 ? 0 : 1 + rest / options_.frames.hop;
}

std::vector<WeightRow> FeatureShape::filters() const {
  if (options_.filters == 0) {
    std::vector<WeightRow> rows(static_cast<std::size_t>(bins_));
    for (std::int64_t k = 0; k < bins_; ++k) rows[static_cast<std::size_t>(k)].first = k;
    return rows;
  }
  const std::vector<double> borders = borders_of(options_);
  const double hz_of_bin = options_.rate / static_cast<double>(options_.frames.length);
  std::vector<WeightRow> rows;
  for (std::size_t b = 0; b + 2 < borders.size(); ++b) {
    const double begin = borders[b];
    const double middle = borders[b + 1];
    const double end = borders[b + 2];
    const double height = height_of(options_, end - begin);
    // Bins strictly between the borders, and one before them, whose weight is 0: no row is empty.
    const auto first = std::clamp<std::int64_t>(static_cast<std::int64_t>(begin / hz_of_bin), 0, bins_ - 1);
    WeightRow row{first, {}};
    for (std::int64_t k = first; k < bins_ && (k == first || static_cast<double>(k) * hz_of_bin < end); ++k) {
      const double hz = static_cast<double>(k) * hz_of_bin;
      row.weights.push_back(height *
                            std::max(0.0, std::min((hz - begin) / (middle - begin), (end - hz) / (end - middle))));
    }
    rows.push_back(row);
  }
  return rows;
}

std::vector<WeightRow> FeatureShape::coefficients() const {
  const std::int64_t n = bands();
  std::vector<WeightRow> rows(static_cast<std::size_t>(size()));
  for (std::int64_t c = 0; c < size(); ++c) {
    WeightRow& row = rows[static_cast<std::size_t>(c)];
    if (options_.coefficients == 0) {
      row.first = c;
      continue;
    }
    const double scale = std::sqrt((c == 0 ? 1.0 : 2.0) / static_cast<double>(n));
    row.weights.clear();
    for (std::int64_t b = 0; b < n; ++b) {
      const auto part = static_cast<double>((2 * b + 1) * c % (4 * n));  // of 4n parts of the circle
      row.weights.push_back(scale * std::cos(std::numbers::pi * part / (2 * static_cast<double>(n))));
    }
  }
  return rows;
}

double FeatureShape::log_factor() const {
  switch (options_.level) {
    case FeatureLevel::power:
      return 0;
    case FeatureLevel::natural:
      return options_.factor;
    case FeatureLevel::log10:
      return options_.factor / std::numbers::ln10;
    case FeatureLevel::decibel:
      return 10 * options_.factor / std::numbers::ln10;
  }
  throw Error::internal("level of features");
}

}  // namespace papilio::api
