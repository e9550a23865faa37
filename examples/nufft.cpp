// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A signal that is sampled at irregular times: its strength at each frequency, its values at other times, and its
// strength at frequencies between.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

int main() try {
  std::vector<double> times(2000);  // angles: one period is 2 pi
  std::vector<std::complex<double>> samples(times.size());
  for (std::size_t j = 0; j < times.size(); ++j) {
    times[j] = 2 * std::numbers::pi * std::fmod(0.618034 * static_cast<double>(j), 1.0);
    samples[j] = std::cos(30 * times[j]);
  }

  const papilio::Device device("auto");
  papilio::Nufft to_modes(device, papilio::NufftProblem::parse("nufft1:f64:128:eps=1e-9:forward"));
  to_modes.set_points(times);  // sorted once, for any number of executions
  std::vector<std::complex<double>> modes(128);
  to_modes.execute(samples, std::span(modes));  // modes[k + 64] = sum of samples[j] exp(-i k times[j])

  papilio::Nufft to_values(device, papilio::NufftProblem::parse("nufft2:f64:128:eps=1e-9:inverse"));
  const std::vector<double> wanted = {0.0, 0.1, 0.2};
  to_values.set_points(wanted);
  std::vector<std::complex<double>> values(wanted.size());
  to_values.execute(modes, std::span(values));  // sum of modes[k + 64] exp(i k wanted[j])

  const std::vector<double> frequencies = {29.5, 30.0, 30.5};
  papilio::Nufft between(device, papilio::NufftProblem::parse("nufft3:f64:1d:eps=1e-9:forward"));
  between.set_points_and_frequencies({times}, {frequencies});
  std::vector<std::complex<double>> spectrum(frequencies.size());
  between.execute(samples, std::span(spectrum));  // spectrum[k] = sum of samples[j] exp(-i frequencies[k] times[j])

  std::size_t peak = 0;
  for (std::size_t k = 64; k < 128; ++k)
    if (std::abs(modes[k]) > std::abs(modes[peak])) peak = k;
  std::printf("strongest frequency %zu; near %.3f at 0.1\n", peak - 64, values[1].real() / 2000);
  const bool same = std::abs(spectrum[1] - modes[64 + 30]) < 1e-5 * std::abs(spectrum[1]);
  return peak == 64 + 30 && same && std::abs(values[1].real() / 2000 - std::cos(3.0)) < 0.05 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
