// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() {
  std::vector<std::complex<float>> signal(1000);
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] = static_cast<float>(std::cos(2 * std::numbers::pi * 50 * static_cast<double>(i) / 1000));
  const auto spectrum = papilio::fft(signal);
  std::size_t peak = 0;
  for (std::size_t k = 0; k < 500; ++k)
    if (std::abs(spectrum[k]) > std::abs(spectrum[peak])) peak = k;
  std::printf("peak at bin %zu, magnitude %.1f\n", peak, static_cast<double>(std::abs(spectrum[peak])));
}
