// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of docs/tutorial.md: from the spectrum of a sine to a batch of transforms of a 3-D array.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

namespace {

/// A sine of `hertz`, sampled 1000 times a second for one second.
std::vector<float> sine(double hertz) {
  std::vector<float> samples(1000);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(std::sin(2 * std::numbers::pi * hertz * static_cast<double>(i) / 1000));
  return samples;
}

std::size_t strongest(const std::vector<std::complex<float>>& spectrum) {
  const auto weaker = [](std::complex<float> a, std::complex<float> b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(spectrum.begin(), spectrum.end(), weaker) - spectrum.begin());
}

void one_spectrum() {
  const std::vector<float> signal = sine(120);
  const std::vector<std::complex<float>> spectrum = papilio::rfft(signal);  // 501 bins: 0 to 500 Hz
  std::printf("%zu bins, the strongest is %zu\n", spectrum.size(), strongest(spectrum));
}

void a_filter() {
  std::vector<float> signal = sine(120);
  const std::vector<float> hum = sine(50);
  for (std::size_t i = 0; i < signal.size(); ++i) signal[i] += 2 * hum[i];
  std::vector<std::complex<float>> spectrum = papilio::rfft(signal);
  std::fill(spectrum.begin() + 45, spectrum.begin() + 56, 0.0F);  // 45 to 55 Hz
  const std::vector<float> clean = papilio::irfft(spectrum);      // divided by 1000: the samples again
  std::printf("after the filter the strongest is %zu\n", strongest(papilio::rfft(clean)));
}

void a_plan(const papilio::Device& device) {
  const papilio::Plan plan(device, papilio::Problem::parse("r2c:f32:1000*8"));
  std::vector<float> signals;
  for (int i = 1; i <= 8; ++i) {
    const std::vector<float> one = sine(10.0 * i);
    signals.insert(signals.end(), one.begin(), one.end());
  }
  std::vector<std::complex<float>> spectra(plan.problem().output_elements());  // 8 times 501
  plan.execute(signals, spectra);
  for (int i = 0; i < 8; ++i) {
    const auto first = spectra.begin() + i * 501;
    std::printf("%zu ", strongest({first, first + 501}));
  }
  std::printf("Hz\n");
}

void three_dimensions(const papilio::Device& device) {
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:32x32x32:inplace"));
  const std::size_t bytes = 32 * 32 * 32 * sizeof(std::complex<float>);
  std::vector<std::complex<float>> array(32 * 32 * 32);
  array[0] = 1;  // a point has all frequencies alike

  papilio::Stream stream(device);
  papilio::Buffer buffer(device, bytes);
  stream.upload(buffer, array.data(), bytes);
  plan.execute(stream, buffer, buffer);  // returns at once; the work of a stream is done in order
  stream.download(buffer, array.data(), bytes);
  std::printf("%.1f %.1f\n", static_cast<double>(array.front().real()), static_cast<double>(array.back().real()));
}

}  // namespace

int main() try {
  one_spectrum();
  a_filter();
  const papilio::Device device("auto");
  a_plan(device);
  three_dimensions(device);
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
