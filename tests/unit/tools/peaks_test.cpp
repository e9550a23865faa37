// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/peaks.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "support.hpp"
#include "tools/spectrum/gpu_fft.hpp"
#include "tools/spectrum/report.hpp"
#include "tools/spectrum/table.hpp"
#include "tools/spectrum/welch.hpp"

namespace papilio::tool {
namespace {

using std::numbers::pi;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not, testing::SizeIs;

PowerSpectrum spectrum_of(std::vector<double> power) {
  PowerSpectrum spectrum;
  spectrum.length = power.size() < 2 ? 1 : 2 * (power.size() - 1);
  spectrum.sample_rate = static_cast<double>(spectrum.length);
  spectrum.step = 1;
  spectrum.power = std::move(power);
  return spectrum;
}

std::vector<double> tone(double hz, double rate, std::size_t count, double amplitude = 1) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = amplitude * std::sin(2 * pi * hz * static_cast<double>(i) / rate);
  return values;
}

TEST(LocalMaxima, AreStrictAndInterior) {
  const auto bins = [](std::vector<double> power, double threshold) {
    std::vector<std::size_t> found;
    for (const SpectralPeak& peak : local_maxima(spectrum_of(std::move(power)), threshold)) found.push_back(peak.bin);
    return found;
  };
  EXPECT_THAT(bins({9, 1, 5, 1, 7, 1, 9}, 0), ElementsAre(2, 4));
  EXPECT_THAT(bins({0, 5, 5, 0, 3, 0}, 0), ElementsAre(4));
  EXPECT_THAT(bins({0, 5, 0, 6, 0}, 5), ElementsAre(3));
  EXPECT_THAT(bins({}, 0), IsEmpty());
  EXPECT_THAT(bins({1, 2}, 0), IsEmpty());
}

TEST(DominantPeaks, AreStrongestFirstAndWithoutSideLobes) {
  const PowerSpectrum spectrum = spectrum_of({0, 0, 1e-3, 0, 1e-2, 1, 1e-2, 0, 1e-3, 0, 0, 0, 4, 0, 0, 0, 1e-5, 0});
  const std::vector<SpectralPeak> peaks = dominant_peaks(spectrum, {.interpolation = Interpolation::none});
  ASSERT_THAT(peaks, SizeIs(2));
  EXPECT_EQ(peaks[0].bin, 12U);
  EXPECT_EQ(peaks[1].bin, 5U);
  EXPECT_THAT(dominant_peaks(spectrum, {.count = 1}), SizeIs(1));
  EXPECT_THAT(dominant_peaks(spectrum, {.range_db = 60}), SizeIs(3));
}

TEST(DominantPeaks, InterpolationFindsAFrequencyBetweenBins) {
  MemorySignal signal(tone(440.3, 8000, 8192), 8000);
  const PowerSpectrum spectrum = welch(signal, {.segment = 4096, .scaling = Scaling::spectrum}, make_reference_average);
  const std::vector<SpectralPeak> peaks = dominant_peaks(spectrum, {});
  ASSERT_THAT(peaks, SizeIs(1));
  EXPECT_NEAR(peaks[0].frequency, 440.3, 0.05 * spectrum.step);
  EXPECT_NEAR(peaks[0].power, 0.5, 0.035);  // the bin itself is 20 % too low
  EXPECT_LT(spectrum.power[peaks[0].bin], 0.42);
}

/// A tone of amplitude 1 on a bin, whichever it is: the strongest peak, with its level.
TEST(DominantPeaks, AreFoundInEveryBin) {
  constexpr double rate = 64;
  const auto strongest = [](SignalReader& signal, std::size_t length, WindowKind window) {
    const WelchOptions options{.segment = length, .window = {window}, .scaling = Scaling::spectrum, .detrend = false};
    const std::vector<SpectralPeak> peaks =
        dominant_peaks(welch(signal, options, make_reference_average), {.interpolation = Interpolation::none});
    return peaks.empty() ? SpectralPeak{0, std::nan(""), 0} : peaks[0];
  };
  for (const std::size_t length : {16, 15, 5, 4, 3, 2}) {
    for (std::size_t k = 0; k < length; ++k) {
      const double hz = rate * static_cast<double>(k) / static_cast<double>(length);
      std::vector<double> real, complex;
      for (std::size_t i = 0; i < 8 * length; ++i) {
        const double angle = 2 * pi * hz * static_cast<double>(i) / rate;
        real.push_back(std::cos(angle));
        complex.insert(complex.end(), {std::cos(angle), std::sin(angle)});
      }
      for (const WindowKind window : {WindowKind::rectangular, WindowKind::hann}) {
        if (length == 2 && window == WindowKind::hann) continue;  // one sample
        const std::string which = fmt::format("bin {} of {}", k, length);
        const bool outermost = k == 0 || 2 * k == length;
        MemorySignal signal(complex, rate, SampleKind::complex);
        const SpectralPeak peak = strongest(signal, length, window);
        EXPECT_NEAR(peak.frequency, 2 * hz >= rate ? hz - rate : hz, 1e-9) << which;
        EXPECT_NEAR(peak.power, 1, 1e-5) << which;
        if (2 * k > length || (window == WindowKind::hann && !outermost)) continue;
        MemorySignal half(real, rate);
        const SpectralPeak of_real = strongest(half, length, window);
        EXPECT_NEAR(of_real.frequency, hz, 1e-9) << which;
        EXPECT_NEAR(of_real.power, outermost ? 1 : 0.5, 1e-5) << which;
      }
    }
  }
}

/// Both signs of a tone one bin from 0 or rate/2 meet there, with the tone's own power under a Hann window.
TEST(DominantPeaks, BesideTheOutermostBinsAreFound) {
  constexpr double rate = 64;
  for (const std::size_t length : {16, 100, 128}) {
    for (const std::size_t k : {std::size_t{1}, std::size_t{2}, length / 2 - 2, length / 2 - 1}) {
      for (const double phase : {0.0, 0.7, pi / 2}) {
        std::vector<double> values;
        for (std::size_t i = 0; i < 8 * length; ++i)
          values.push_back(std::cos(2 * pi * static_cast<double>(i * k) / static_cast<double>(length) + phase));
        for (const bool detrend : {false, true}) {
          MemorySignal signal(values, rate);
          const WelchOptions options{.segment = length, .scaling = Scaling::spectrum, .detrend = detrend};
          const auto peaks = dominant_peaks(welch(signal, options, make_reference_average), {});
          const std::string which = fmt::format("bin {} of {}, phase {}", k, length, phase);
          ASSERT_THAT(peaks, SizeIs(1)) << which;
          EXPECT_EQ(peaks[0].bin, k) << which;
          EXPECT_NEAR(peaks[0].power, 0.5, 1e-4) << which;
        }
      }
    }
  }
}

TEST(DominantPeaks, OfComplexSignalsAreInterpolatedAcrossTheEnds) {
  constexpr double rate = 64;
  for (const double hz : {-31.6, -32.0, 31.8}) {
    std::vector<double> values;
    for (std::size_t i = 0; i < 256; ++i) {
      const double angle = 2 * pi * hz * static_cast<double>(i) / rate;
      values.insert(values.end(), {std::cos(angle), std::sin(angle)});
    }
    MemorySignal signal(values, rate, SampleKind::complex);
    const PowerSpectrum spectrum = welch(signal, {.segment = 64, .scaling = Scaling::spectrum}, make_reference_average);
    const std::vector<SpectralPeak> peaks = dominant_peaks(spectrum, {});
    ASSERT_THAT(peaks, SizeIs(1)) << hz;
    EXPECT_NEAR(peaks[0].frequency, hz, 0.05) << hz;
    EXPECT_NEAR(peaks[0].power, 1, 0.07) << hz;
  }
}

/// Taking the mean off a segment adds power at 0 Hz where a tone is between bins.
TEST(DominantPeaks, OfTheMeanAreListedOnlyWhereItIsKept) {
  PowerSpectrum spectrum = spectrum_of({4, 1, 1, 1, 1, 7, 1, 1});
  EXPECT_THAT(dominant_peaks(spectrum, {}), SizeIs(2));
  spectrum.detrend = true;
  EXPECT_THAT(dominant_peaks(spectrum, {}), ElementsAre(testing::Field(&SpectralPeak::bin, 5)));
  for (const bool detrend : {false, true}) {
    MemorySignal signal(tone(20.5, 64, 640), 64);
    const PowerSpectrum of_tone = welch(signal, {.segment = 16, .detrend = detrend}, make_reference_average);
    EXPECT_EQ(of_tone.detrend, detrend);
  }
}

TEST(DominantPeaks, OfEqualNeighboursAreOne) {
  const auto bins = [](const PowerSpectrum& spectrum) {
    std::vector<std::size_t> found;
    for (const SpectralPeak& peak : dominant_peaks(spectrum, {.separation = 1, .interpolation = Interpolation::none}))
      found.push_back(peak.bin);
    return found;
  };
  EXPECT_THAT(bins(spectrum_of({0, 5, 5, 0, 3, 0, 0})), ElementsAre(1, 4));
  EXPECT_THAT(bins(spectrum_of({4, 1, 1, 7})), ElementsAre(3, 0));
  EXPECT_THAT(bins(spectrum_of({3, 6, 1, 1, 2})), ElementsAre(1, 4)) << "as high on both sides of 0 Hz";
  EXPECT_THAT(bins(spectrum_of({1, 2, 2, 2, 1})), IsEmpty()) << "flat";
  PowerSpectrum circle = spectrum_of({6, 1, 2, 1, 6});
  circle.sides = Sides::two;
  EXPECT_THAT(bins(circle), ElementsAre(4, 2));
}

TEST(DominantPeaks, BesideTheMeanAreNotInterpolated) {
  const std::vector<SpectralPeak> peaks =
      dominant_peaks(spectrum_of({0.1, 1, 0.01, 0.01, 0.01, 0.01, 0.02, 0.005}), {});
  ASSERT_THAT(peaks, SizeIs(2));
  EXPECT_EQ(peaks[0].frequency, 1);
  EXPECT_EQ(peaks[1].frequency, 6);
}

TEST(GpuFftPreset, ReproducesTheSimpleDemo) {
  // gpu-fft 1.1's example: 15 Hz, 200 Hz, 5 s, threshold 100.
  MemorySignal signal(tone(15, 200, 1000), 200);
  SpectrumReport report;
  report.spectrum = gpu_fft_spectrum(signal, make_reference_fft);
  report.peaks = local_maxima(report.spectrum, gpu_fft_threshold);
  EXPECT_EQ(report.spectrum.length, 1024U);
  EXPECT_EQ(report.spectrum.power.size(), 513U);
  ASSERT_THAT(report.peaks, SizeIs(1));
  EXPECT_EQ(report.peaks[0].bin, 77U);
  EXPECT_NEAR(report.peaks[0].power, 214.48, 0.005);
  EXPECT_THAT(as_text(report), testing::ContainsRegex("15\\.04 +214\\.48 "));
}

TEST(GpuFftPreset, KnowsOnlyRealSignals) {
  MemorySignal signal({1, 0}, 1, SampleKind::complex);
  EXPECT_EQ(failure_of([&] { gpu_fft_spectrum(signal, make_reference_fft); }).code, ErrorCode::invalid_argument);
}

TEST(Report, JsonIsOneObjectWithTheNumbers) {
  MemorySignal signal(tone(15, 200, 1000), 200);
  SpectrumReport report;
  report.signal = signal.info();
  report.signal.path = "caf\xe9.wav";  // Latin-1: not UTF-8
  report.spectrum = welch(signal, {}, make_reference_average);
  report.spectrum.timing.kernels = 0.5;
  report.peaks = dominant_peaks(report.spectrum, {});
  report.device.id = "opencl:0";
  const nlohmann::json root = nlohmann::json::parse(as_json(report));
  EXPECT_NEAR(root["peaks"][0]["hz"].get<double>(), 15, 0.05);
  EXPECT_EQ(root["device"]["id"], "opencl:0");
  EXPECT_EQ(root["seconds"]["kernels"], 0.5);
  EXPECT_EQ(root["unit"], "unit²/Hz");
}

TEST(Report, TextTellsWhenThereIsNothing) {
  MemorySignal signal(std::vector<double>(64, 3.0), 8);
  SpectrumReport report;
  report.signal = signal.info();
  report.spectrum = welch(signal, {}, make_reference_average);
  report.peaks = dominant_peaks(report.spectrum, {});
  EXPECT_THAT(as_text(report), HasSubstr("no dominant frequency"));
  EXPECT_THAT(as_text(report), Not(HasSubstr(" nan")));
}

TEST(FrequencyText, HasTheDigitsThatTheResolutionJustifies) {
  EXPECT_EQ(frequency_text(440.0213, 0.7, 8000), "440.02 Hz");
  EXPECT_EQ(frequency_text(440.0213, 30, 8000), "440 Hz");
  EXPECT_EQ(frequency_text(-1e-9, 1, 8000), "0.0 Hz");
  EXPECT_EQ(fixed_text(-0.004, 2), "0.00");
  EXPECT_EQ(fixed_text(-0.006, 2), "-0.01");
  EXPECT_EQ(fixed_text(-HUGE_VAL, 2), "-inf");
  EXPECT_EQ(frequency_text(15123.4, 100, 48000), "15.12 kHz");
  EXPECT_EQ(frequency_text(-1.25e6, 1, 2.4e6), "-1.2500 MHz");
  EXPECT_EQ(frequency_text(100.3047e6, 300, 2.4e6), "100.3047 MHz");
}

TEST(Table, CsvAndNpyHoldTheSpectrum) {
  const TemporaryFolder folder;
  const PowerSpectrum spectrum = spectrum_of({0.25, 1e-20, 3});
  write_table(files::OutputFile(folder.file("x.csv")), spectrum);
  EXPECT_EQ(content_of(folder.file("x.csv")), "frequency_hz,power (unit²/Hz)\n0,0.25\n1,1e-20\n2,3\n");
  write_table(files::OutputFile(folder.file("x.npy")), spectrum);
  const auto reader = open_signal(folder.file("x.npy"));
  EXPECT_EQ(reader->info().channels, 2);
  EXPECT_THAT(read_all(*reader), ElementsAre(0, 0.25, 1, 1e-20, 2, 3));
}

}  // namespace
}  // namespace papilio::tool
