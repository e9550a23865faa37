// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A chirp under a steady hum. The hum is removed from the short-time spectra, and the chirp comes back from them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  constexpr double rate = 8000;
  std::vector<float> chirp(16000);  // two seconds, from 500 Hz to 3500 Hz
  std::vector<float> signal(chirp.size());
  for (std::size_t i = 0; i < chirp.size(); ++i) {
    const double t = static_cast<double>(i) / rate;
    chirp[i] = static_cast<float>(std::sin(2 * std::numbers::pi * (500 + 750 * t) * t));
    signal[i] = chirp[i] + static_cast<float>(std::sin(2 * std::numbers::pi * 125 * t));
  }

  const papilio::Device device("auto");
  const papilio::Stft<float> stft(device, {.length = 512, .hop = 128});  // the window is Hann's
  std::vector<std::complex<float>> spectra = stft.forward(signal);       // stft.frames(16000) rows of stft.bins()
  const std::vector<float> power = stft.power(signal);                   // |X|^2, computed on the device

  const auto samples = static_cast<std::int64_t>(signal.size());
  const std::int64_t frames = stft.frames(samples);
  const std::int64_t bins = stft.bins();  // 257: bin k is the frequency k * 8000/512 Hz
  for (std::int64_t f = 0; f < frames; ++f) {
    for (std::int64_t k = 6; k <= 10; ++k) spectra[f * bins + k] = 0;  // 125 Hz is bin 8
  }
  const std::vector<float> restored = stft.inverse(spectra, samples);

  // The same in device memory, on a stream.
  const papilio::Stream stream(device);
  const papilio::Buffer device_signal(device, signal.size() * sizeof(float));
  const papilio::Buffer device_spectra(device, spectra.size() * sizeof(spectra[0]));
  stream.upload(device_signal, signal.data(), device_signal.size_bytes());
  stft.forward(stream, device_signal, device_spectra, samples);  // returns at once
  stft.inverse(stream, device_spectra, device_signal, samples);
  std::vector<float> returned(signal.size());
  stream.download(device_signal, returned.data(), device_signal.size_bytes());

  const papilio::StftOptions reversible{.length = 400, .hop = 100};
  const std::vector<float> same = papilio::istft<float>(papilio::stft(signal, reversible), samples, reversible);

  float lost = 0;
  float changed = 0;
  for (std::size_t i = 1000; i < 15000; ++i) lost = std::max(lost, std::abs(restored[i] - chirp[i]));
  for (std::size_t i = 0; i < signal.size(); ++i)
    changed = std::max({changed, std::abs(same[i] - signal[i]), std::abs(returned[i] - signal[i])});
  float loudest = 0;
  for (const float value : power) loudest = std::max(loudest, value);
  std::printf("%d frames of %d bins, at most %.0f dB; without the hum within %.1f, unchanged spectra within %.0e\n",
              static_cast<int>(frames), static_cast<int>(bins), 10 * std::log10(loudest), lost, changed);
  return lost < 0.05F && changed < 1e-5F ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
