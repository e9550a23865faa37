// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// fft() and ifft() on the best device there is: filter a signal in its spectrum.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  std::vector<std::complex<double>> signal(480);  // any length
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double t = 2 * std::numbers::pi * static_cast<double>(i) / 480;
    signal[i] = std::cos(3 * t) + 0.5 * std::cos(100 * t);  // a tone, and one to get rid of
  }
  std::vector<std::complex<double>> spectrum = papilio::fft(signal);           // unscaled
  for (std::size_t k = 50; k <= 430; ++k) spectrum[k] = 0;                     // bin 480 - k is the frequency -k
  const std::vector<std::complex<double>> filtered = papilio::ifft(spectrum);  // divided by 480

  double worst = 0;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double wanted = std::cos(3 * 2 * std::numbers::pi * static_cast<double>(i) / 480);
    worst = std::max(worst, std::abs(filtered[i] - wanted));
  }
  std::printf("the tone that was kept is off by %.0e at most\n", worst);
  return worst < 1e-12 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "one_liner: %s\n", error.what());
  return static_cast<int>(error.code());
}
