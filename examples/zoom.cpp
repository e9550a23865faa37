// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Two tones that an FFT's bins do not tell apart well: a band is computed at 400 frequencies.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  constexpr double rate = 8000;
  std::vector<std::complex<float>> signal(16000);  // two seconds: bins of an FFT are 0.5 Hz apart
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double t = static_cast<double>(i) / rate;
    const auto tone = [&](double hertz) { return std::cos(2 * std::numbers::pi * hertz * t); };
    const double window = 0.5 - 0.5 * std::cos(std::numbers::pi * t);  // Hann's
    signal[i] = static_cast<float>(window * (tone(440.2) + 0.5 * tone(443.77)));
  }

  const papilio::FrequencyBand band{430, 450, rate};
  const std::vector<std::complex<float>> zoomed = papilio::czt(signal, 400, band);

  // The same by a plan, for 64 signals at once.
  const papilio::Device device("auto");
  const papilio::Plan plan(device, papilio::Problem::czt(papilio::Precision::f32, 16000, 400, band, 64));

  std::size_t strongest = 0;
  std::size_t second = 230;
  for (std::size_t k = 0; k < zoomed.size(); ++k) {
    std::size_t& peak = k < 230 ? strongest : second;
    if (std::abs(zoomed[k]) > std::abs(zoomed[peak])) peak = k;
  }
  const auto hertz = [](std::size_t k) { return 430 + 0.05 * static_cast<double>(k); };
  std::printf("%.2f Hz and %.2f Hz\n", hertz(strongest), hertz(second));
  std::printf("%s\n", plan.problem().token().c_str());
} catch (const papilio::Error& error) {
  std::printf("%s\n", error.what());
  return 1;
}
