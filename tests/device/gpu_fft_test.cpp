// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The conventions of the crate gpu-fft: the figures of its example, batches of different lengths.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <papilio/gpu_fft.hpp>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using GpuFft = OnDevice;

std::vector<float> noise(std::int64_t samples) {
  std::vector<float> x;
  for (const std::complex<float> value : random_f32(samples, 23)) x.push_back(value.real());
  return x;
}

void expect_spectrum(const gpu_fft::Spectrum& spectrum, const std::vector<float>& signal, std::size_t bins) {
  ASSERT_EQ(spectrum.bins.size(), bins);
  EXPECT_EQ(spectrum.samples, signal.size());
  Signal padded(signal.begin(), signal.end());
  padded.resize(bins);
  EXPECT_LE(error_of(padded, spectrum.bins, Direction::forward),
            error_bound(static_cast<std::int64_t>(bins), Precision::f32));
}

double difference(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max<double>(worst, std::abs(a[i] - b[i]));
  return worst;
}

TEST_F(GpuFft, TheExampleOfTheCrate) {
  const std::vector<float> input = gpu_fft::sine_wave(15, 200, 5);
  const gpu_fft::Spectrum spectrum = gpu_fft::fft(input);
  ASSERT_EQ(spectrum.bins.size(), 1024U);
  EXPECT_EQ(spectrum.samples, 1000U);
  const std::vector<gpu_fft::Peak> peaks = gpu_fft::find_dominant_frequencies(
      gpu_fft::one_sided_psd(spectrum.bins), gpu_fft::one_sided_frequencies(1024, 200), 100);
  ASSERT_EQ(peaks.size(), 1U);
  EXPECT_NEAR(peaks[0].frequency, 15.04, 0.005);
  EXPECT_NEAR(peaks[0].power, 214.48, 0.005);
  EXPECT_LT(difference(gpu_fft::ifft(spectrum), input), 5 * 10 * 1.2e-7) << "the crate's own bound: 5 log2(n) epsilon";
}

TEST_F(GpuFft, WholeSpectraOfAnyLength) {
  for (const std::int64_t samples : {1, 2, 3, 64, 65, 1000}) {
    const std::vector<float> signal = noise(samples);
    const gpu_fft::Spectrum spectrum = gpu_fft::fft(signal);
    expect_spectrum(spectrum, signal, gpu_fft::padded_length(signal.size()));
    EXPECT_LT(difference(gpu_fft::ifft(spectrum), signal), 1e-6) << samples;
  }
}

TEST_F(GpuFft, RaggedBatches) {
  const std::vector<std::vector<float>> signals = {noise(5), {}, noise(100), noise(64)};
  const std::vector<gpu_fft::Spectrum> spectra = gpu_fft::fft_batch(signals);
  ASSERT_EQ(spectra.size(), 4U);
  for (const std::size_t i : {0, 2, 3}) expect_spectrum(spectra[i], signals[i], 128);
  EXPECT_EQ(spectra[1].samples, 0U);
  EXPECT_EQ(spectra[1].bins, Signal(128));
  const std::vector<std::vector<float>> back = gpu_fft::ifft_batch(spectra);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(difference(back[i], signals[i]), 1e-6) << i;
}

TEST_F(GpuFft, BatchesOfSeveralBlocksKeepTheirOrder) {
  constexpr std::size_t n = std::size_t{1} << 16U;  // nine of them are two blocks, of which the second is not full
  std::vector<std::vector<float>> signals(9, std::vector<float>(n));
  for (std::size_t k = 0; k < signals.size(); ++k) {
    signals[k].resize(k % 2 == 0 ? n : n - 1);
    for (std::size_t i = 0; i < signals[k].size(); ++i) {
      const auto turns = static_cast<double>((k + 1) * i % n) / n;
      signals[k][i] = static_cast<float>(std::cos(2 * std::numbers::pi * turns));
    }
  }
  const std::vector<gpu_fft::Spectrum> spectra = gpu_fft::fft_batch(signals);
  ASSERT_EQ(spectra.size(), signals.size());
  for (std::size_t k = 0; k < spectra.size(); ++k) {
    EXPECT_EQ(spectra[k].samples, signals[k].size());
    ASSERT_EQ(spectra[k].bins.size(), n);
    for (const std::size_t bin : {std::size_t{0}, k + 1, k + 2, n - k - 1}) {
      const double expected = bin == k + 1 || bin == n - k - 1 ? n / 2.0 : 0.0;
      EXPECT_NEAR(std::abs(spectra[k].bins[bin]), expected, 1.5) << k << " " << bin;  // the sample that is missing
    }
  }
}

TEST_F(GpuFft, NothingGivesNothing) {
  EXPECT_TRUE(gpu_fft::fft({}).bins.empty());
  EXPECT_TRUE(gpu_fft::ifft(gpu_fft::Spectrum{}).empty());
  EXPECT_TRUE(gpu_fft::ifft(std::span<const std::complex<float>>()).empty());
  EXPECT_TRUE(gpu_fft::fft_batch({}).empty());
  EXPECT_TRUE(gpu_fft::ifft_batch({}).empty());
  const std::vector<std::vector<float>> two_of_none(2);
  EXPECT_EQ(gpu_fft::fft_batch(two_of_none).size(), 2U);
  EXPECT_EQ(gpu_fft::ifft_batch(gpu_fft::fft_batch(two_of_none)), two_of_none);
}

TEST_F(GpuFft, WhereTheCratePanics) {
  const Signal bins = random_f32(100, 3);  // not a power of two
  const std::vector<float> real = gpu_fft::ifft(bins);
  const Signal exact = ifft(bins);
  for (std::size_t i = 0; i < bins.size(); ++i) EXPECT_EQ(real[i], exact[i].real());
  std::vector<gpu_fft::Spectrum> unequal = {gpu_fft::fft(noise(64)), gpu_fft::fft(noise(65))};
  EXPECT_EQ(code_of([&] { gpu_fft::ifft_batch(unequal); }), ErrorCode::invalid_argument);
  unequal.pop_back();
  unequal[0].samples = 65;
  EXPECT_EQ(code_of([&] { gpu_fft::ifft_batch(unequal); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
