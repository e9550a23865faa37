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
  if (scale == MelScale::htk) return 2595 * std::log10(1 + hz / 700);
  return hz < slaney_border ? hz / slaney_hz : slaney_border_mels + std::log(hz / slaney_border) / slaney_step;
}

double hz_of(double mels, MelScale scale) {
  if (scale == MelScale::htk) return 700 * (std::pow(10.0, mels / 2595) - 1);
  return mels < slaney_border_mels ? mels * slaney_hz
                                   : slaney_border * std::exp(slaney_step * (mels - slaney_border_mels));
}

[[noreturn]] void refuse(const std::string& what, const std::string& why, const char* remedy) {
  throw Error::invalid_argument("features with " + what, why, remedy);
}

void check_level(const FeatureOptions& options, Precision precision) {
  const double least =
      precision == Precision::f32 ? double{std::numeric_limits<float>::min()} : std::numeric_limits<double>::min();
  const double most =
      precision == Precision::f32 ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max();
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
  if (options.range > 0 && options.level == FeatureLevel::power) {
    refuse(fmt::format("a range of {}", options.range), "the levels are powers, which have no such distance",
           "choose a logarithm, or the range 0");
  }
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
           "give a low frequency that is below the high one");
  }
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
  const double low = mels_of(options_.low, options_.scale);
  const double high = mels_of(options_.high, options_.scale);
  const auto border = [&](std::int64_t i) {
    const double share = static_cast<double>(i) / static_cast<double>(options_.filters + 1);
    return hz_of(low + (high - low) * share, options_.scale);
  };
  const double hz_of_bin = options_.rate / static_cast<double>(options_.frames.length);
  std::vector<WeightRow> rows;
  for (std::int64_t b = 0; b < options_.filters; ++b) {
    const double begin = border(b);
    const double middle = border(b + 1);
    const double end = border(b + 2);
    const double height = options_.norm == MelNorm::area ? 2 / (end - begin) : 1;
    // Bins strictly between the borders; rounding may add one whose weight is 0.
    const auto first = std::clamp<std::int64_t>(static_cast<std::int64_t>(begin / hz_of_bin), 0, bins_ - 1);
    WeightRow row{first, {}};
    for (std::int64_t k = first; k < bins_ && static_cast<double>(k) * hz_of_bin < end; ++k) {
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
