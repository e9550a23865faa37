// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// docs/averaged-spectra.md: power and cross spectra of signals that come in pieces, of host memory and of device
// memory.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>
#include <random>
#include <span>
#include <vector>

namespace {

/// A tone of 1000 Hz with noise, and the same tone with other noise, at 8000 Hz.
std::vector<float> recorded(std::size_t samples, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> noise(0, 1);
  std::vector<float> result;
  for (std::size_t s = 0; s < samples; ++s) {
    const double phase = 2 * std::numbers::pi * 1000 * static_cast<double>(s) / 8000;
    result.push_back(0.2F * static_cast<float>(std::sin(phase)) + noise(random));
  }
  return result;
}

std::size_t strongest(std::span<const float> spectrum) {
  return static_cast<std::size_t>(std::ranges::max_element(spectrum) - spectrum.begin());
}

}  // namespace

int main() {
  const papilio::Device device("auto");
  const std::vector<float> signal = recorded(200000, 1);
  const std::span all(signal);

  papilio::SpectrumAverager<float> spectra(device, {.length = 1024, .rate = 8000});
  spectra.push(all.first(777));
  spectra.push(all.subspan(777));
  const std::vector<float> power = spectra.power();  // unit^2/Hz
  const std::vector<float> peak = spectra.peak();
  std::printf("%lld segments, strongest at %.1f Hz\n", static_cast<long long>(spectra.segments()),
              static_cast<double>(strongest(power)) * 8000 / 1024);

  const papilio::Stream stream(device);
  const papilio::Buffer device_signal(device, all.size_bytes());
  const papilio::Buffer device_power(device, power.size() * sizeof(float));
  stream.upload(device_signal, signal.data(), all.size_bytes());
  spectra.reset();
  spectra.push(stream, device_signal, 200000);
  spectra.read(stream, papilio::AveragedSpectrum::power, device_power);
  std::vector<float> same(power.size());
  stream.download(device_power, same.data(), device_power.size_bytes());
  std::printf("the same bits in device memory: %s\n", same == power ? "yes" : "no");

  const std::vector<float> other = recorded(200000, 2);
  papilio::SpectrumAverager<float> pair(device, {.length = 1024, .signals = 2});
  pair.push(signal, other);
  const std::vector<float> coherence = pair.coherence();
  std::printf("coherent at %.1f Hz: %.1f\n", static_cast<double>(strongest(coherence)) * 8000 / 1024,
              static_cast<double>(coherence[128]));
  return same == power && peak[128] >= power[128] ? 0 : 1;
}
