// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The conventions of the crate gpu-fft: the figures of its example, batches of different lengths.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <papilio/gpu_fft.hpp>
#include <thread>

#include "device/fixture.hpp"

namespace papilio::test {
namespace {

using GpuFft = OnDevice;

std::vector<float> noise(std::int64_t samples) {
  std::vector<float> x;
  for (const std::complex<float> value : random_f32(samples, 23)) x.push_back(value.real());
  return x;
}

/// 2^17 samples, or one less.
std::vector<float> sine(int number) {
  std::vector<float> wave = gpu_fft::sine_wave(1000 + number, 1 << 17, 1);
  if (number % 2 == 1) wave.pop_back();
  return wave;
}

void expect_spectrum(const gpu_fft::PaddedSpectrum& spectrum, const std::vector<float>& signal, std::size_t bins) {
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
  const gpu_fft::PaddedSpectrum spectrum = gpu_fft::fft(input);
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
    const gpu_fft::PaddedSpectrum spectrum = gpu_fft::fft(signal);
    expect_spectrum(spectrum, signal, gpu_fft::padded_length(signal.size()));
    EXPECT_LT(difference(gpu_fft::ifft(spectrum), signal), 1e-6) << samples;
  }
}

TEST_F(GpuFft, RaggedBatches) {
  const std::vector<std::vector<float>> signals = {noise(5), {}, noise(100), noise(64)};
  const std::vector<gpu_fft::PaddedSpectrum> spectra = gpu_fft::fft_batch(signals);
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
  const std::vector<gpu_fft::PaddedSpectrum> spectra = gpu_fft::fft_batch(signals);
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

TEST_F(GpuFft, SeparateRealAndImaginaryVectors) {
  for (const std::int64_t samples : {1, 2, 3, 64, 1000}) {
    const std::vector<float> signal = noise(samples);
    const std::vector<std::complex<float>> bins = gpu_fft::fft(signal).bins;
    const auto [real, imaginary] = gpu_fft::fft_split(signal);
    ASSERT_EQ(real.size(), bins.size());
    ASSERT_EQ(imaginary.size(), bins.size());
    for (std::size_t k = 0; k < bins.size(); ++k) EXPECT_EQ(bins[k], std::complex(real[k], imaginary[k])) << k;
    EXPECT_EQ(gpu_fft::psd(real, imaginary), gpu_fft::psd(bins));
    EXPECT_EQ(gpu_fft::one_sided_psd(real, imaginary), gpu_fft::one_sided_psd(bins));
    std::vector<float> back = gpu_fft::ifft(real, imaginary);
    ASSERT_EQ(back.size(), bins.size());
    const std::vector<float> both = gpu_fft::ifft(real, imaginary, gpu_fft::Halves::both);
    ASSERT_EQ(both.size(), 2 * bins.size());
    EXPECT_TRUE(std::equal(back.begin(), back.end(), both.begin()));
    for (std::size_t i = bins.size(); i < both.size(); ++i) EXPECT_LT(std::abs(both[i]), 1e-6) << i;
    back.resize(signal.size());
    EXPECT_LT(difference(back, signal), 1e-6) << samples;
  }
}

TEST_F(GpuFft, BothHalvesOfAnySpectrum) {
  const Signal bins = random_f32(100, 7);  // of no real signal
  std::vector<gpu_fft::SplitComplex> spectra(3);
  for (const std::complex<float> bin : bins) {
    spectra[1].real.push_back(bin.real());
    spectra[1].imaginary.push_back(bin.imag());
  }
  spectra[0] = spectra[2] = spectra[1];
  const Signal exact = ifft(bins);
  for (const std::vector<float>& both : gpu_fft::ifft_batch(spectra, gpu_fft::Halves::both)) {
    ASSERT_EQ(both.size(), 200U);
    for (std::size_t i = 0; i < 100; ++i)
      EXPECT_LT(std::abs(std::complex(both[i], both[100 + i]) - exact[i]), 1e-6) << i;
  }
  EXPECT_EQ(gpu_fft::ifft_batch(spectra)[1], gpu_fft::ifft_batch(spectra)[2]);
  EXPECT_EQ(gpu_fft::ifft_batch(spectra)[1].size(), 100U);
  spectra[2].imaginary.pop_back();
  EXPECT_EQ(code_of([&] { gpu_fft::ifft_batch(spectra); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { gpu_fft::ifft(spectra[2].real, spectra[2].imaginary); }), ErrorCode::invalid_argument);
  EXPECT_EQ(code_of([&] { gpu_fft::psd(spectra[2].real, spectra[2].imaginary); }), ErrorCode::invalid_argument);
}

TEST_F(GpuFft, OnADeviceOfChoice) {
  const std::vector<float> signal = noise(1000);
  const auto [real, imaginary] = gpu_fft::fft_with(device_, signal);
  const gpu_fft::PaddedSpectrum spectrum = gpu_fft::fft(signal);
  for (std::size_t k = 0; k < real.size(); ++k)
    EXPECT_LT(std::abs(spectrum.bins[k] - std::complex(real[k], imaginary[k])), 1e-4) << k;
  std::vector<float> back = gpu_fft::ifft_with(device_, real, imaginary);
  back.resize(signal.size());
  EXPECT_LT(difference(back, signal), 1e-6);
}

TEST_F(GpuFft, LongBatchesGiveWhatSingleCallsGive) {
  std::vector<std::vector<float>> signals;
  for (int i = 0; i < 5; ++i) signals.push_back(sine(i));  // two blocks on the way there, five on the way back
  const std::vector<gpu_fft::PaddedSpectrum> spectra = gpu_fft::fft_batch(signals);
  const std::vector<std::vector<float>> back = gpu_fft::ifft_batch(spectra);
  const std::vector<gpu_fft::SplitComplex> split = gpu_fft::fft_batch_split(signals);
  const std::vector<std::vector<float>> split_back = gpu_fft::ifft_batch(split);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    EXPECT_LT(difference(back[i], signals[i]), 1e-6) << i;
    EXPECT_LT(difference(gpu_fft::ifft(gpu_fft::fft(signals[i])), signals[i]), 1e-6) << i;
    std::vector<float> unpadded = split_back[i];
    unpadded.resize(signals[i].size());
    EXPECT_LT(difference(unpadded, signals[i]), 1e-6) << i;
  }
}

TEST_F(GpuFft, CallsThatReuseMemoryDoNotMeet) {
  std::vector<std::vector<float>> signals;
  std::vector<gpu_fft::PaddedSpectrum> alone;
  for (const std::int64_t samples : {1000, 60, 4000, 7}) {  // not powers of two: padded with zeros
    signals.push_back(noise(samples));
    alone.push_back(gpu_fft::fft(signals.back()));
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t i = 0; i < 40; ++i) {
        const std::size_t which = (i * (thread + 1) + thread) % signals.size();
        if (gpu_fft::fft(signals[which]).bins != alone[which].bins) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(GpuFft, NothingGivesNothing) {
  EXPECT_TRUE(gpu_fft::fft({}).bins.empty());
  EXPECT_TRUE(gpu_fft::ifft(gpu_fft::PaddedSpectrum{}).empty());
  EXPECT_TRUE(gpu_fft::ifft(std::span<const std::complex<float>>()).empty());
  EXPECT_TRUE(gpu_fft::fft_batch({}).empty());
  EXPECT_TRUE(gpu_fft::ifft_batch(std::span<const gpu_fft::PaddedSpectrum>()).empty());
  EXPECT_TRUE(gpu_fft::ifft_batch(std::span<const gpu_fft::SplitComplex>()).empty());
  EXPECT_TRUE(gpu_fft::fft_split({}).real.empty());
  EXPECT_TRUE(gpu_fft::fft_batch_split({}).empty());
  EXPECT_TRUE(gpu_fft::ifft(std::span<const float>(), std::span<const float>()).empty());
  const std::vector<std::vector<float>> two_of_none(2);
  EXPECT_EQ(gpu_fft::fft_batch(two_of_none).size(), 2U);
  EXPECT_EQ(gpu_fft::ifft_batch(gpu_fft::fft_batch(two_of_none)), two_of_none);
}

TEST_F(GpuFft, WhereTheCratePanics) {
  const Signal bins = random_f32(100, 3);  // not a power of two
  const std::vector<float> real = gpu_fft::ifft(bins);
  const Signal exact = ifft(bins);
  for (std::size_t i = 0; i < bins.size(); ++i) EXPECT_EQ(real[i], exact[i].real());
  std::vector<gpu_fft::PaddedSpectrum> unequal = {gpu_fft::fft(noise(64)), gpu_fft::fft(noise(65))};
  EXPECT_EQ(code_of([&] { gpu_fft::ifft_batch(unequal); }), ErrorCode::invalid_argument);
  unequal.pop_back();
  unequal[0].samples = 65;
  EXPECT_EQ(code_of([&] { gpu_fft::ifft_batch(unequal); }), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace papilio::test
