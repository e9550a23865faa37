// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/welch.hpp"

#include <numeric>
#include <random>

#include "support.hpp"
#include "tools/spectrum/segments.hpp"

namespace papilio::tool {
namespace {

using std::numbers::pi;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

std::vector<double> welch_sine(std::size_t count, double cycles_per_sample, double amplitude, double offset = 0) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = offset + amplitude * std::sin(2 * pi * cycles_per_sample * static_cast<double>(i));
  return values;
}

std::vector<double> noise(std::size_t count, double deviation) {
  std::mt19937_64 generator(20240601);
  std::normal_distribution<double> normal(0, deviation);
  std::vector<double> values(count);
  std::generate(values.begin(), values.end(), [&] { return normal(generator); });
  return values;
}

double integral(const PowerSpectrum& spectrum) {
  return std::accumulate(spectrum.power.begin(), spectrum.power.end(), 0.0) * spectrum.step;
}

PowerSpectrum measured_spectrum(std::vector<double> values, double rate, const WelchOptions& options,
                                SampleKind kind = SampleKind::real) {
  MemorySignal signal(std::move(values), rate, kind);
  return welch(signal, options, make_reference_average);
}

TEST(Welch, DensityOfASineOnABin) {
  // A = 3, on bin 32 of 256 at 1024 Hz. Hann's noise bandwidth is 1.5 bins: the peak is (A²/2) / (1.5 · 4 Hz).
  const PowerSpectrum spectrum = measured_spectrum(welch_sine(1024, 0.125, 3, 100), 1024, {.segment = 256});
  EXPECT_EQ(spectrum.segments, 7);
  EXPECT_EQ(spectrum.sides, Sides::one);
  ASSERT_EQ(spectrum.power.size(), 129U);
  EXPECT_DOUBLE_EQ(spectrum.frequency(32), 128);
  EXPECT_NEAR(spectrum.power[32], 4.5 / 6, 1e-6);
  EXPECT_NEAR(spectrum.power[31], 4.5 / 24, 1e-6);
  EXPECT_NEAR(integral(spectrum), 4.5, 1e-5);
  EXPECT_THAT(spectrum.notes, IsEmpty());
}

TEST(Welch, SpectrumScalingShowsTheSinesPower) {
  WelchOptions options{.segment = 256, .scaling = Scaling::spectrum};
  EXPECT_NEAR(measured_spectrum(welch_sine(1024, 0.125, 3), 1024, options).power[32], 4.5, 1e-5);
  options.window = Window{WindowKind::blackman};
  EXPECT_NEAR(measured_spectrum(welch_sine(1024, 0.125, 3), 1024, options).power[32], 4.5, 1e-5);
}

TEST(Welch, ComplexSignalsKeepTheSignOfTheFrequency) {
  for (const std::size_t n : {64UL, 63UL}) {  // even and odd lengths shift differently
    std::vector<double> values;
    for (std::size_t i = 0; i < 4 * n; ++i) {
      const double phase = -2 * pi * 5 * static_cast<double>(i) / static_cast<double>(n);
      values.insert(values.end(), {2 * std::cos(phase), 2 * std::sin(phase)});
    }
    const PowerSpectrum spectrum = measured_spectrum(values, static_cast<double>(n),
                                                     {.segment = n, .scaling = Scaling::spectrum}, SampleKind::complex);
    EXPECT_EQ(spectrum.sides, Sides::two);
    ASSERT_EQ(spectrum.power.size(), n);
    const auto strongest = static_cast<std::size_t>(std::max_element(spectrum.power.begin(), spectrum.power.end()) -
                                                    spectrum.power.begin());
    EXPECT_DOUBLE_EQ(spectrum.frequency(strongest), -5);
    EXPECT_NEAR(spectrum.power[strongest], 4, 1e-5);
  }
}

TEST(Welch, WhiteNoiseIntegratesToItsVariance) {
  // One segment of rectangular window obeys Parseval exactly; the sum over averaged Hann segments does so within the
  // statistical error: the variance of 65536 samples' mean square is 2 sigma^4 / 65536, widened by the tapering to
  // about 1.1 times that, so that 2 % is more than 3.5 standard deviations.
  const std::vector<double> values = noise(65536, 0.5);
  double mean_square = 0;
  for (const double value : values) mean_square += value * value / 65536;
  const WelchOptions exact{.segment = 65536, .window = {WindowKind::rectangular}, .detrend = false};
  EXPECT_NEAR(integral(measured_spectrum(values, 1000, exact)), mean_square, 1e-6 * mean_square);
  const PowerSpectrum averaged = measured_spectrum(values, 1000, {.segment = 1000});
  EXPECT_EQ(averaged.segments, 130);
  EXPECT_NEAR(integral(averaged), 0.25, 0.02 * 0.25);
  const double level = averaged.power[250];  // flat: 2 · variance / rate, with a relative deviation near 1/sqrt(68)
  EXPECT_NEAR(level, 2 * 0.25 / 1000, 5 * 0.12 * 2 * 0.25 / 1000);
}

TEST(Welch, IsTheMeanOfPeriodograms) {
  for (const std::size_t n : {30UL, 31UL}) {
    for (const std::size_t count : {1UL, 2UL, 5UL}) {
      const std::vector<double> values = noise(n * count, 1);
      const PowerSpectrum spectrum = measured_spectrum(
          values, 1, {.segment = n, .overlap = 0, .window = {WindowKind::rectangular}, .detrend = false});
      for (std::size_t k = 0; k < spectrum.power.size(); ++k) {
        double expected = 0;
        for (std::size_t s = 0; s < count; ++s) {
          const auto x = reference_fft({values.begin() + static_cast<std::ptrdiff_t>(s * n),
                                        values.begin() + static_cast<std::ptrdiff_t>((s + 1) * n)});
          expected += std::norm(x[k]) / static_cast<double>(n * count);
        }
        const bool doubled = k != 0 && 2 * k != n;
        ASSERT_NEAR(spectrum.power[k], doubled ? 2 * expected : expected, 1e-5) << n << ' ' << count << ' ' << k;
      }
    }
  }
}

TEST(Welch, PassesTheSamplesWithoutTheirOffsetInBlocks) {
  std::vector<std::size_t> blocks;
  double largest = 0;
  class OnlySizes final : public SegmentAverage {
   public:
    OnlySizes(std::vector<std::size_t>& blocks, double& largest) : blocks_(blocks), largest_(largest) {}
    void push(std::span<const float> values) override {
      blocks_.push_back(values.size());
      for (const float value : values) largest_ = std::max<double>(largest_, std::abs(value));
    }
    std::vector<float> powers() override { return std::vector<float>(32769, 1); }

   private:
    std::vector<std::size_t>& blocks_;
    double& largest_;
  };
  MemorySignal signal(welch_sine(5 * 65536, 0.25, 1, 1e9), 4, SampleKind::real);
  const PowerSpectrum spectrum = welch(signal, {.overlap = 0}, [&](const SegmentShape& shape) {
    EXPECT_EQ(shape.transform, 65536U);
    EXPECT_EQ(shape.step, 65536U);
    return std::make_unique<OnlySizes>(blocks, largest);
  });
  EXPECT_EQ(spectrum.length, 65536U);
  EXPECT_EQ(spectrum.segments, 5);
  EXPECT_THAT(blocks, ElementsAre(65536U, 65536U, 65536U, 65536U, 65536U));
  EXPECT_NEAR(largest, 1, 1e-5);
}

TEST(Welch, ChoosesASegmentAndDropsTheTail) {
  const PowerSpectrum spectrum = measured_spectrum(welch_sine(1000, 0.1, 1), 200, {});
  EXPECT_EQ(spectrum.length, 256U);
  EXPECT_EQ(spectrum.segments, 6);
  EXPECT_EQ(spectrum.samples, 896);
  EXPECT_EQ(spectrum.read, 1000);
  EXPECT_THAT(spectrum.notes, ElementsAre(HasSubstr("the last 104 samples")));
}

TEST(Welch, PadsASignalShorterThanTheSegment) {
  const PowerSpectrum spectrum = measured_spectrum(welch_sine(300, 0.1, 2), 300, {.segment = 1024});
  EXPECT_THAT(spectrum.notes, ElementsAre(HasSubstr("300 samples are padded with zeros to 1024")));
  EXPECT_EQ(spectrum.segments, 1);
  EXPECT_NEAR(integral(spectrum), 2, 0.02);
}

TEST(Welch, OverlapsAreRoundedToSamples) {
  EXPECT_EQ(step_of(0.29, 100, 0.5), 71U);  // 0.29 * 100 is below 29
  EXPECT_EQ(step_of(0.5, 7, 0.5), 4U);
  EXPECT_EQ(step_of(0.999, 100, 0.5), 1U);
  EXPECT_EQ(step_of(0, 100, 0.5), 100U);
  EXPECT_EQ(step_of(0.99, 1, 0.5), 1U);
  EXPECT_EQ(measured_spectrum(welch_sine(390, 0.1, 2), 300, {.segment = 100, .overlap = 0.29}).samples, 384);
}

TEST(Welch, RefusesWhatMakesNoSense) {
  EXPECT_THAT(failure_of([] { measured_spectrum({1, 2}, 1, {.overlap = 1}); }).message, HasSubstr("overlap 1"));
  EXPECT_THAT(failure_of([] { measured_spectrum({}, 1, {}); }).message, HasSubstr("holds no samples"));
  EXPECT_THAT(failure_of([] { measured_spectrum({1, NAN, 2, 3}, 1, {}); }).message, HasSubstr("not finite"));
  for (const double bad : {static_cast<double>(NAN), HUGE_VAL, 1e39}) {
    std::vector<double> values(200, 1);
    values[170] = bad;
    for (const bool detrend : {false, true}) {
      const WelchOptions options{.segment = 16, .detrend = detrend, .result = SegmentResult::peak};
      EXPECT_THAT(failure_of([&] { measured_spectrum(values, 1, options); }).message, HasSubstr("not finite"));
    }
  }
  EXPECT_THAT(failure_of([] { measured_spectrum({1}, 1, {.segment = 1UL << 28U}); }).message, HasSubstr("is longer"));
}

TEST(RequiredRate, AsksForIt) {
  const Failure failure = failure_of([] { required_rate({.path = "x.cf32"}); });
  EXPECT_EQ(failure.code, ErrorCode::invalid_argument);
  EXPECT_THAT(failure.message, HasSubstr("--rate HZ"));
}

}  // namespace
}  // namespace papilio::tool
