// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support.hpp"
#include "tools/plot/labels.hpp"
#include "tools/plot/psd_plot.hpp"
#include "tools/plot/ticks.hpp"

namespace papilio::tool {
namespace {

using testing::DoubleNear, testing::ElementsAre, testing::HasSubstr, testing::Pointwise, testing::StartsWith;

PowerSpectrum example(std::size_t bins) {
  PowerSpectrum spectrum;
  spectrum.sample_rate = 48000;
  spectrum.length = 2 * (bins - 1);
  spectrum.segments = 3;
  spectrum.window = "Hann";
  spectrum.step = spectrum.sample_rate / static_cast<double>(std::max<std::size_t>(spectrum.length, 1));
  spectrum.power.assign(bins, 1e-9);
  for (std::size_t i = 0; i < bins; ++i) spectrum.power[i] *= 1 + static_cast<double>(i % 7);
  if (bins > 20) spectrum.power[bins / 3] = 1e-3;
  return spectrum;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
  return value;
}

TEST(PlotSpectrum, WritesAPngOfTheSizeAskedFor) {
  const TemporaryFolder folder;
  const PowerSpectrum spectrum = example(5000);
  plot_spectrum(files::OutputFile(folder.file("x.png")), spectrum, dominant_peaks(spectrum, {}),
                {.title = "a.wav", .width = 800, .height = 500});
  const std::string png = content_of(folder.file("x.png"));
  ASSERT_GT(png.size(), 5000U);
  EXPECT_THAT(png, StartsWith("\x89PNG"));
  EXPECT_EQ(big_endian(png, 16), 800U);
  EXPECT_EQ(big_endian(png, 20), 500U);
}

TEST(PlotSpectrum, WritesSvgAndPdf) {
  const TemporaryFolder folder;
  const PowerSpectrum spectrum = example(3000);
  plot_spectrum(files::OutputFile(folder.file("x.svg")), spectrum, {},
                {.title = "a.wav", .axis = FrequencyAxis::logarithmic});
  EXPECT_THAT(content_of(folder.file("x.svg")), HasSubstr("<svg"));
  EXPECT_GT(content_of(folder.file("x.svg")).size(), 5000U);
  plot_spectrum(files::OutputFile(folder.file("x.pdf")), spectrum, {}, {.title = "a.wav"});
  EXPECT_THAT(content_of(folder.file("x.pdf")), StartsWith("%PDF"));
  EXPECT_GT(content_of(folder.file("x.pdf")).size(), 5000U);
}

TEST(PlotSpectrum, DrawsOddSpectraToo) {
  const TemporaryFolder folder;
  for (const std::size_t bins : {1UL, 2UL, 3UL})
    EXPECT_NO_THROW(plot_spectrum(files::OutputFile(folder.file("x.png")), example(bins), {}, {.title = "caf\xe9"}));
  PowerSpectrum silence = example(100);
  silence.power.assign(100, 0);
  EXPECT_NO_THROW(plot_spectrum(files::OutputFile(folder.file("x.png")), silence, {}, {.title = "silence"}));
}

TEST(PlotSpectrum, RefusesWhatItCannotDraw) {
  const TemporaryFolder folder;
  PowerSpectrum spectrum = example(100);
  EXPECT_THAT(failure_of([&] { plot_spectrum(files::OutputFile(folder.file("x.gif")), spectrum, {}, {}); }).message,
              HasSubstr(".png"));
  EXPECT_EQ(failure_of([&] { plot_spectrum(files::OutputFile(folder.file("no/x.svg")), spectrum, {}, {}); }).code,
            ErrorCode::io);
  EXPECT_EQ(failure_of([&] { plot_spectrum(files::OutputFile(folder.file("no/x.png")), spectrum, {}, {}); }).code,
            ErrorCode::io);
  spectrum.sides = Sides::two;
  EXPECT_EQ(failure_of([&] {
              plot_spectrum(files::OutputFile(folder.file("x.png")), spectrum, {},
                            {.title = {}, .axis = FrequencyAxis::logarithmic});
            }).code,
            ErrorCode::invalid_argument);
}

TEST(LinearTicks, AreRound) {
  EXPECT_THAT(linear_ticks(0, 1, 5).major, Pointwise(DoubleNear(1e-12), {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}));
  EXPECT_THAT(linear_ticks(-93, 12, 6).major, ElementsAre(-80, -60, -40, -20, 0));
  EXPECT_THAT(linear_ticks(0, 24, 12).major, ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24));
}

TEST(DecadeTicks, ShowTheDecades) {
  EXPECT_THAT(decade_ticks(1, 100).major, Pointwise(DoubleNear(1e-9), {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0}));
  EXPECT_THAT(decade_ticks(0.7, 24000).major, Pointwise(DoubleNear(1e-9), {1.0, 10.0, 100.0, 1000.0, 10000.0}));
}

TEST(NumberText, IsShort) {
  EXPECT_EQ(number_text(0.1 * 3), "0.3");
  EXPECT_EQ(number_text(-20), "−20");
  EXPECT_EQ(prefixed_text(500), "500");
  EXPECT_EQ(prefixed_text(20e3), "20k");
  EXPECT_EQ(prefixed_text(5e6), "5M");
}

TEST(PlaceLabels, NoneOverlapsAnotherNorLeavesItsPeak) {
  const Rectangle area{0, 0, 400, 200};
  std::vector<Label> labels;
  for (int i = 0; i < 12; ++i) labels.push_back({60, 12, 190.0 + 5 * i, 150.0 - i});
  const auto places = place_labels(area, std::vector<double>(400, 150), labels);
  std::size_t placed = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!places[i]) continue;
    ++placed;
    EXPECT_LE(places[i]->x, labels[i].x);
    EXPECT_GE(places[i]->x + places[i]->width, labels[i].x);
    EXPECT_GE(places[i]->y, 0);
    const Rectangle stem{labels[i].x, places[i]->y + 12, 0.1, labels[i].y - places[i]->y - 12};
    for (std::size_t other = 0; other < labels.size(); ++other) {
      if (other != i && places[other]) {
        EXPECT_FALSE(places[i]->overlaps(*places[other]));
        EXPECT_FALSE(stem.overlaps(*places[other]));
      }
    }
  }
  EXPECT_GE(placed, 6U);
  EXPECT_LT(placed, 12U) << "there is no room for all";
  EXPECT_TRUE(places.front()) << "the most important one goes first";
  EXPECT_FALSE(places.back());
}

TEST(PlaceLabels, KeepClearOfTheCurve) {
  std::vector<double> skyline(400, 150);
  skyline[230] = 40;
  const auto places = place_labels({0, 0, 400, 200}, skyline, {{60, 12, 215, 150}});
  ASSERT_TRUE(places[0]);
  EXPECT_LT(places[0]->y + places[0]->height, 40);
}

}  // namespace
}  // namespace papilio::tool
