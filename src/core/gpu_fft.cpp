// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of gpu_fft.hpp that need no transform.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>

namespace papilio::gpu_fft {
namespace {

double power(double re, double im, std::size_t n) { return (re * re + im * im) / static_cast<double>(n); }

std::vector<double> powers(std::span<const std::complex<float>> bins, std::size_t count) {
  std::vector<double> result(count);
  for (std::size_t k = 0; k < count; ++k) result[k] = power(bins[k].real(), bins[k].imag(), bins.size());
  return result;
}

std::vector<double> powers(std::span<const float> real, std::span<const float> imaginary, std::size_t count) {
  if (real.size() != imaginary.size()) {
    throw Error::invalid_argument(fmt::format("{} real and {} imaginary parts", real.size(), imaginary.size()),
                                  "each bin has both", "give both vectors of one fft_split()");
  }
  std::vector<double> result(count);
  for (std::size_t k = 0; k < count; ++k) result[k] = power(real[k], imaginary[k], real.size());
  return result;
}

std::vector<double> multiples(std::size_t count, std::size_t n, double rate) {
  std::vector<double> result(count);
  for (std::size_t k = 0; k < count; ++k) result[k] = static_cast<double>(k) * rate / static_cast<double>(n);
  return result;
}

std::size_t one_side(std::size_t n) { return n == 0 ? 0 : n / 2 + 1; }

}  // namespace

std::size_t padded_length(std::size_t samples) { return samples == 0 ? 0 : std::bit_ceil(samples); }

std::vector<double> psd(std::span<const std::complex<float>> bins) { return powers(bins, bins.size()); }
std::vector<double> one_sided_psd(std::span<const std::complex<float>> bins) {
  return powers(bins, one_side(bins.size()));
}

std::vector<double> psd(std::span<const float> real, std::span<const float> imaginary) {
  return powers(real, imaginary, real.size());
}
std::vector<double> one_sided_psd(std::span<const float> real, std::span<const float> imaginary) {
  return powers(real, imaginary, one_side(real.size()));
}

std::vector<double> frequencies(std::size_t n, double rate) { return multiples(n, n, rate); }
std::vector<double> one_sided_frequencies(std::size_t n, double rate) { return multiples(one_side(n), n, rate); }

std::vector<std::size_t> local_maxima(std::span<const double> psd, double threshold) {
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i + 1 < psd.size(); ++i) {
    if (psd[i] > psd[i - 1] && psd[i] > psd[i + 1] && psd[i] > threshold) found.push_back(i);
  }
  return found;
}

std::vector<Peak> find_dominant_frequencies(std::span<const double> psd, std::span<const double> frequencies,
                                            double threshold) {
  if (psd.size() != frequencies.size()) {
    throw Error::invalid_argument(fmt::format("{} powers and {} frequencies", psd.size(), frequencies.size()),
                                  "each power has a frequency", "take both one-sided, or both of all bins");
  }
  std::vector<Peak> peaks;
  for (const std::size_t i : local_maxima(psd, threshold)) peaks.push_back({frequencies[i], psd[i]});
  return peaks;
}

std::vector<float> sine_wave(double frequency, double rate, double seconds) {
  const double samples = rate * seconds;
  if (!(rate > 0) || !(samples >= 0) || samples > 1U << 27U) {
    throw Error::invalid_argument(fmt::format("{} s at {} Hz", seconds, rate), "a signal has 0 to 2^27 samples",
                                  "give a rate above 0 and a shorter time");
  }
  std::vector<float> wave(static_cast<std::size_t>(samples));
  for (std::size_t i = 0; i < wave.size(); ++i) {
    wave[i] = static_cast<float>(std::sin(2 * std::numbers::pi * frequency * static_cast<double>(i) / rate));
  }
  return wave;
}

}  // namespace papilio::gpu_fft
