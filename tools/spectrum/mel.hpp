// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Slaney's mels (Auditory Toolbox, 1998), those of papilio::MelScale::slaney: 3f/200 up to 1000 Hz, 15 + 27 ln(f/1000)
// / ln 6.4 beyond.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace papilio::tool {

inline constexpr double linear_mels = 15;  ///< at 1000 Hz

inline double mels_of(double hz) {
  return hz < 1000 ? 3 * hz / 200 : linear_mels + 27 * std::log(hz / 1000) / std::log(6.4);
}
inline double hz_of(double mels) {
  return mels < linear_mels ? 200 * mels / 3 : 1000 * std::exp((mels - linear_mels) / 27 * std::log(6.4));
}

/// The middle frequencies of filters from 0 Hz to half the rate, in Hz.
inline std::vector<double> mel_centres(std::size_t filters, double rate) {
  std::vector<double> centres;
  const double step = mels_of(rate / 2) / static_cast<double>(filters + 1);
  for (std::size_t i = 1; i <= filters; ++i) centres.push_back(hz_of(step * static_cast<double>(i)));
  return centres;
}

/// The sum of the weights of each filter in the bins 0, step, 2 step … Hz times the step. The area of a filter is 1,
/// and this comes close to it for filters of many bins; 0: there is no bin within the filter.
inline std::vector<double> mel_sums(std::size_t filters, double rate, double step) {
  std::vector<double> borders = mel_centres(filters, rate);
  borders.insert(borders.begin(), 0);
  borders.push_back(rate / 2);
  std::vector<double> sums;
  for (std::size_t b = 0; b < filters; ++b) {
    const double low = borders[b];
    const double middle = borders[b + 1];
    const double high = borders[b + 2];
    double sum = 0;
    for (double k = std::ceil(low / step); k * step < high; ++k)
      sum += std::max(0.0, std::min((k * step - low) / (middle - low), (high - k * step) / (high - middle)));
    const double area = sum * step * 2 / (high - low);
    constexpr double least = 1e-6;  // a bin on the border, but for rounding errors
    sums.push_back(area < least ? 0 : area);
  }
  return sums;
}

}  // namespace papilio::tool
