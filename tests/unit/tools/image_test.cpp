// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <array>

#include "support.hpp"
#include "tools/image/half_spectrum.hpp"
#include "tools/image/png.hpp"
#include "tools/image/radial_filter.hpp"
#include "tools/image/report.hpp"

namespace papilio::tool {
namespace {

using testing::Each, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

RasterImage numbered(std::int64_t width, std::int64_t height, int channels, int depth) {
  RasterImage image{.width = width, .height = height, .channels = channels, .depth = depth, .samples = {}};
  for (std::int64_t i = 0; i < image.pixels() * channels; ++i)
    image.samples.push_back(static_cast<std::uint16_t>(i * 40503 % (image.white() + 1)));
  return image;
}

/// The spectrum by definition, in double.
PlaneSpectrum spectrum_of(const std::vector<double>& plane, std::int64_t height, std::int64_t width, double mean = 0) {
  PlaneSpectrum spectrum{.width = width, .height = height, .mean = mean, .values = {}};
  for (std::int64_t ky = 0; ky < height; ++ky) {
    for (std::int64_t kx = 0; kx <= width / 2; ++kx) {
      std::complex<double> sum;
      for (std::int64_t i = 0; i < height * width; ++i) {
        const std::int64_t y = i / width;
        const std::int64_t x = i % width;
        const double turns = static_cast<double>(ky * y) / static_cast<double>(height) +
                             static_cast<double>(kx * x) / static_cast<double>(width);
        sum += plane[static_cast<std::size_t>(i)] * std::polar(1.0, -2 * std::numbers::pi * turns);
      }
      if (std::abs(sum) < 1e-9) sum = 0;
      spectrum.values.emplace_back(sum);
    }
  }
  return spectrum;
}

std::vector<double> wave(std::int64_t height, std::int64_t width, double ky, double kx, double amplitude) {
  std::vector<double> plane;
  for (std::int64_t i = 0; i < height * width; ++i) {
    const std::int64_t row = i / width;
    const double turns = ky * static_cast<double>(row) / static_cast<double>(height) +
                         kx * static_cast<double>(i % width) / static_cast<double>(width);
    plane.push_back(amplitude * std::cos(2 * std::numbers::pi * turns));
  }
  return plane;
}

TEST(Png, EveryKindComesBack) {
  const TemporaryFolder folder;
  for (const int channels : {1, 2, 3, 4}) {
    for (const int depth : {8, 16}) {
      for (const auto& [width, height] : {std::pair(7, 5), std::pair(1, 1), std::pair(1, 300)}) {
        const RasterImage image = numbered(width, height, channels, depth);
        write_png(files::OutputFile(folder.file("x.png")), image);
        const RasterImage again = read_png(folder.file("x.png"));
        EXPECT_EQ(again.width, width);
        EXPECT_EQ(again.height, height);
        EXPECT_EQ(again.channels, channels);
        EXPECT_EQ(again.depth, depth);
        EXPECT_EQ(again.samples, image.samples) << image.kind() << ", " << depth << " bits";
      }
    }
  }
}

TEST(Png, WhatIsCutShortIsAnErrorAtEveryPlace) {
  const TemporaryFolder folder;
  write_png(files::OutputFile(folder.file("whole.png")), numbered(9, 9, 3, 8));
  const std::string whole = content_of(folder.file("whole.png"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Failure failure = failure_of([&] { read_png(folder.write("cut.png", whole.substr(0, length))); });
    EXPECT_EQ(failure.code, ErrorCode::io);
    EXPECT_THAT(failure.message, HasSubstr("is no whole PNG"));
  }
}

TEST(Png, DamageAnywhereIsAnErrorOrHarmless) {
  const TemporaryFolder folder;
  write_png(files::OutputFile(folder.file("whole.png")), numbered(9, 9, 4, 16));
  const std::string whole = content_of(folder.file("whole.png"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    try {
      read_png(folder.write("damaged.png", damaged));
    } catch (const Error& error) {
      EXPECT_THAT(error.code(), testing::AnyOf(ErrorCode::io, ErrorCode::unsupported)) << error.what();
    }
  }
}

TEST(Png, HugeOnesAreRefusedByTheirHeader) {
  const TemporaryFolder folder;
  // A signature and a header of 2^20 x 2^20 grey pixels, with its checksum; no data.
  constexpr std::array<unsigned char, 33> header = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,    0,    0,
                                                    13,   'I', 'H', 'D', 'R',  0,    16,   0,    0,    0,    16,
                                                    0,    0,   8,   0,   0,    0,    0,    0x6e, 0x43, 0xff, 0x19};
  const std::string content(reinterpret_cast<const char*>(header.data()), header.size());
  const std::string data("\0\0\0\0IDAT\x35\xaf\x06\x1e", 12);
  const Failure failure = failure_of([&] { read_png(folder.write("huge.png", content + data)); });
  EXPECT_EQ(failure.code, ErrorCode::unsupported) << failure.message;
  EXPECT_THAT(failure.message, HasSubstr("1048576 x 1048576 pixels are more than 2^27"));
}

TEST(Png, FilesThatCannotBe) {
  const TemporaryFolder folder;
  EXPECT_EQ(failure_of([&] { read_png(folder.file("none.png")); }).code, ErrorCode::io);
  EXPECT_EQ(failure_of([&] { read_png(folder.write("text.png", "not a picture")); }).code, ErrorCode::io);
  EXPECT_EQ(failure_of([&] { write_png(files::OutputFile(folder.file("no/x.png")), numbered(1, 1, 1, 8)); }).code,
            ErrorCode::io);
}

TEST(Planes, AreTheFilesLevels) {
  RasterImage image{.width = 2, .height = 1, .channels = 4, .depth = 8, .samples = {200, 100, 50, 7, 255, 255, 255, 9}};
  EXPECT_THAT(plane_of(image, ImagePlane::green), ElementsAre(100, 255));
  EXPECT_THAT(plane_of(image, ImagePlane::alpha), ElementsAre(7, 9));
  EXPECT_THAT(plane_of(image, ImagePlane::luminance),
              ElementsAre(testing::FloatEq(0.299F * 200 + 0.587F * 100 + 0.114F * 50), testing::FloatEq(255)));
  EXPECT_EQ(set_channel(image, 1, std::vector<float>{-0.4F, 255.6F}), 1);
  EXPECT_THAT(plane_of(image, ImagePlane::green), ElementsAre(0, 255));
  const RasterImage grey = numbered(2, 2, 1, 8);
  EXPECT_EQ(failure_of([&] { plane_of(grey, ImagePlane::red); }).code, ErrorCode::invalid_argument);
  EXPECT_THAT(failure_of([&] { plane_of(grey, ImagePlane::alpha); }).message, HasSubstr("the picture is grey"));
}

TEST(PlaneSpectrum, KnowsTheOtherHalf) {
  for (const auto& [height, width] : {std::pair(6, 8), std::pair(5, 7), std::pair(1, 4), std::pair(4, 1)}) {
    std::vector<double> plane;
    for (int i = 0; i < height * width; ++i) plane.push_back(i * i % 11);
    const PlaneSpectrum spectrum = spectrum_of(plane, height, width);
    for (std::int64_t ky = 0; ky < height; ++ky) {
      for (std::int64_t kx = 0; kx < width; ++kx)
        EXPECT_DOUBLE_EQ(spectrum.power(ky, kx), spectrum.power(-ky, -kx)) << ky << ' ' << kx;
    }
    EXPECT_EQ(spectrum.power(0, 0), 0);
  }
}

TEST(StrongestWaves, HavePeriodDirectionAndAmplitude) {
  // 3 periods across, 4 down; and a fainter one that rises to the right.
  std::vector<double> plane = wave(16, 24, 4, 3, 10);
  const std::vector<double> faint = wave(16, 24, -2, 8, 1);
  for (std::size_t i = 0; i < plane.size(); ++i) plane[i] += faint[i];
  const std::vector<Wave> waves = strongest_waves(spectrum_of(plane, 16, 24), 5, 40);
  ASSERT_EQ(waves.size(), 2U);
  EXPECT_DOUBLE_EQ(waves[0].fx, 0.125);
  EXPECT_DOUBLE_EQ(waves[0].fy, 0.25);
  EXPECT_NEAR(waves[0].amplitude, 10, 1e-5);
  EXPECT_NEAR(waves[0].period(), 1 / std::hypot(0.125, 0.25), 1e-12);
  EXPECT_NEAR(waves[0].direction(), -std::atan2(0.25, 0.125) * 180 / std::numbers::pi, 1e-9);
  EXPECT_NEAR(waves[1].fy, -0.125, 1e-12);
  EXPECT_GT(waves[1].direction(), 0);
  EXPECT_NEAR(waves[1].decibels, -20, 1e-5);
  EXPECT_EQ(strongest_waves(spectrum_of(plane, 16, 24), 1, 40).size(), 1U);
  EXPECT_EQ(strongest_waves(spectrum_of(plane, 16, 24), 5, 19).size(), 1U);
}

TEST(StrongestWaves, OfStripesAndCheckers) {
  const std::vector<Wave> upright = strongest_waves(spectrum_of(wave(4, 8, 0, 2, 3), 4, 8), 5, 40);
  ASSERT_EQ(upright.size(), 1U);
  EXPECT_EQ(upright[0].direction(), 0);
  EXPECT_EQ(upright[0].period(), 4);
  const std::vector<Wave> level = strongest_waves(spectrum_of(wave(8, 4, 2, 0, 3), 8, 4), 5, 40);
  ASSERT_EQ(level.size(), 1U);
  EXPECT_EQ(level[0].direction(), 90);
  const std::vector<Wave> checkers = strongest_waves(spectrum_of(wave(8, 8, 4, 4, 3), 8, 8), 5, 40);
  ASSERT_EQ(checkers.size(), 1U);
  EXPECT_NEAR(checkers[0].amplitude, 3, 1e-6) << "a bin that is its own mirror image holds all of the wave";
}

TEST(LogPicture, MapsDecibelsToGrey) {
  std::vector<double> plane = wave(8, 8, 1, 2, 10);
  const std::vector<double> faint = wave(8, 8, 3, 0, 1);
  for (std::size_t i = 0; i < plane.size(); ++i) plane[i] += faint[i];
  const PlaneSpectrum spectrum = spectrum_of(plane, 8, 8, 5);
  const RasterImage image = log_picture(spectrum, power_range(spectrum).strongest, 40);
  const auto at = [&](std::size_t y, std::size_t x) { return image.samples[y * 8 + x]; };
  EXPECT_EQ(at(4, 4), 255) << "the mean";
  EXPECT_EQ(at(4 + 1, 4 + 2), 255);
  EXPECT_EQ(at(4 - 1, 4 - 2), 255);
  EXPECT_EQ(at(4 + 3, 4), 128) << "-20 dB of 40";
  EXPECT_EQ(at(4 - 3, 4), 128);
  EXPECT_EQ(at(0, 0), 0);
}

TEST(LogPicture, OfOneLevel) {
  const PlaneSpectrum flat = spectrum_of(std::vector<double>(6, 0), 2, 3);
  EXPECT_EQ(power_range(flat).strongest, 0);
  EXPECT_THAT(strongest_waves(flat, 5, 40), IsEmpty());
  EXPECT_THAT(log_picture(flat, 0, 40).samples, Each(0));
  ImageReport report;
  report.image = {.width = 3, .height = 2, .channels = 1, .depth = 8, .samples = {}};
  report.spectrum = ImageSpectrum{};
  EXPECT_THAT(as_text(report), HasSubstr("every pixel has the same level"));
  EXPECT_THAT(as_json(report), HasSubstr("\"dynamic_range_db\": null"));
}

TEST(RadialFilter, HalvesAtTheCutOffAndAddsUp) {
  for (const FilterShape shape : {FilterShape::gaussian, FilterShape::butterworth, FilterShape::ideal}) {
    const RadialFilter low{.lowpass = 0.1, .highpass = {}, .shape = shape};
    const RadialFilter high{.lowpass = {}, .highpass = 0.1, .shape = shape};
    for (const double f : {0.0, 0.05, 0.1, 0.2, 0.7}) EXPECT_DOUBLE_EQ(low.response(f) + high.response(f), 1);
    EXPECT_EQ(low.response(0), 1);
    EXPECT_EQ(low.response(0.1), shape == FilterShape::ideal ? 1 : 0.5);
    EXPECT_LT(low.response(0.7), 0.001);
  }
  const RadialFilter band{.lowpass = 0.2, .highpass = 0.1, .shape = FilterShape::ideal};
  EXPECT_EQ(band.response(0.05), 0);
  EXPECT_EQ(band.response(0.15), 1);
  EXPECT_EQ(band.response(0.25), 0);
}

TEST(RadialFilter, KnowsWhereTheFrequenciesLie) {
  std::vector<std::complex<float>> half(4 * 3, 1);
  apply({.lowpass = 0.25, .highpass = {}, .shape = FilterShape::ideal}, 4, 4, half);
  // Rows: 0, 1/4, 1/2, -1/4 cycles per pixel; columns: 0, 1/4, 1/2.
  const std::vector<std::complex<float>> expected = {1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0};
  EXPECT_EQ(half, expected);
}

}  // namespace
}  // namespace papilio::tool
