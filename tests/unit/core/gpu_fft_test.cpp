// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>

namespace papilio::gpu_fft {
namespace {

using testing::ElementsAre, testing::IsEmpty;

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ErrorCode{0};
}

TEST(GpuFft, PadsToPowersOfTwo) {
  EXPECT_EQ(padded_length(0), 0U);
  EXPECT_EQ(padded_length(1), 1U);
  EXPECT_EQ(padded_length(1000), 1024U);
  EXPECT_EQ(padded_length(1024), 1024U);
}

TEST(GpuFft, PowerIsDividedByTheNumberOfBins) {
  const std::vector<std::complex<float>> bins = {4, {0, 2}, {3, 4}, {0, -2}};
  EXPECT_THAT(psd(bins), ElementsAre(4, 1, 6.25, 1));
  EXPECT_THAT(one_sided_psd(bins), ElementsAre(4, 1, 6.25));
  EXPECT_THAT(one_sided_psd(std::span(bins).first(3)), ElementsAre(16 / 3.0, 4 / 3.0));
  EXPECT_THAT(psd({}), IsEmpty());
  EXPECT_THAT(one_sided_psd({}), IsEmpty());
}

TEST(GpuFft, Frequencies) {
  EXPECT_THAT(frequencies(4, 200), ElementsAre(0, 50, 100, 150));
  EXPECT_THAT(one_sided_frequencies(4, 200), ElementsAre(0, 50, 100));
  EXPECT_THAT(one_sided_frequencies(5, 200), ElementsAre(0, 40, 80));
  EXPECT_THAT(frequencies(0, 200), IsEmpty());
  EXPECT_THAT(one_sided_frequencies(0, 200), IsEmpty());
}

TEST(GpuFft, DominantFrequenciesAreStrictInteriorMaxima) {
  const std::vector<double> powers = {9, 1, 5, 1, 7, 7, 1, 6, 1, 9};
  const std::vector<double> hertz = frequencies(powers.size(), 100);
  const std::vector<Peak> peaks = find_dominant_frequencies(powers, hertz, 5);
  ASSERT_EQ(peaks.size(), 1U) << "5 is not above the threshold, 7 has an equal neighbour, 9 is at the border";
  EXPECT_EQ(peaks[0].frequency, 70);
  EXPECT_EQ(peaks[0].power, 6);
  EXPECT_THAT(local_maxima(powers, 0), ElementsAre(2, 7));
  EXPECT_THAT(local_maxima({}, 0), IsEmpty());
  EXPECT_THAT(find_dominant_frequencies({}, {}, 0), IsEmpty());
  EXPECT_EQ(code_of([&] { find_dominant_frequencies(powers, std::span(hertz).first(3), 0); }),
            ErrorCode::invalid_argument);
}

TEST(GpuFft, SineWave) {
  const std::vector<float> wave = sine_wave(15, 200, 5);
  ASSERT_EQ(wave.size(), 1000U);
  EXPECT_FLOAT_EQ(wave[7], static_cast<float>(std::sin(2 * std::numbers::pi * 15 * 7 / 200)));
  EXPECT_THAT(sine_wave(15, 200, 0), IsEmpty());
  for (const double seconds : {-1.0, 1e9, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(code_of([&] { sine_wave(15, 200, seconds); }), ErrorCode::invalid_argument) << seconds;
  EXPECT_EQ(code_of([&] { sine_wave(15, 0, 1); }), ErrorCode::invalid_argument);
}

TEST(GpuFft, PowersOfTwoVectorsAreThoseOfComplexBins) {
  const std::vector<std::complex<float>> bins = {{1, 2}, {-3, 0}, {0.5F, 4}, {0, -1}};
  const std::vector<float> real = {1, -3, 0.5F, 0};
  const std::vector<float> imaginary = {2, 0, 4, -1};
  EXPECT_EQ(psd(real, imaginary), psd(bins));
  EXPECT_EQ(one_sided_psd(real, imaginary), one_sided_psd(bins));
  EXPECT_TRUE(psd(std::span<const float>(), std::span<const float>()).empty());
  EXPECT_THROW(psd(real, std::span(imaginary).first(3)), Error);
  EXPECT_THROW(one_sided_psd(std::span(real).first(3), imaginary), Error);
}

}  // namespace
}  // namespace papilio::gpu_fft
