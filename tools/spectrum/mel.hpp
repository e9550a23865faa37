// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Slaney's mels (Auditory Toolbox, 1998), those of papilio::MelScale::slaney: 3f/200 up to 1000 Hz, 15 + 27 ln(f/1000)
// / ln 6.4 beyond.
#pragma once

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

}  // namespace papilio::tool
