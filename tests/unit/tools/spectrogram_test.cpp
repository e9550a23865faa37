// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/spectrogram.hpp"

#include <numeric>

#include "support.hpp"
#include "tools/plot/colour_map.hpp"
#include "tools/plot/spectrogram_plot.hpp"
#include "tools/spectrum/spectrogram_report.hpp"

namespace papilio::tool {
namespace {

using std::numbers::pi;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::StartsWith;

/// Spectrogram by the definition.
class ReferenceFramePowers final : public FramePowers {
 public:
  explicit ReferenceFramePowers(FrameShape shape) : shape_(std::move(shape)) {}
  std::vector<float> powers(std::span<const float> values, std::size_t frames) override {
    const std::size_t width = shape_.kind == SampleKind::complex ? 2 : 1;
    EXPECT_EQ(values.size(), ((frames - 1) * shape_.hop + shape_.length) * width);
    std::vector<float> result;
    for (std::size_t frame = 0; frame < frames; ++frame) {
      std::vector<std::complex<double>> x;
      for (std::size_t j = 0; j < shape_.length; ++j) {
        const float* const value = values.data() + (frame * shape_.hop + j) * width;
        x.push_back(shape_.window[j] * std::complex<double>(static_cast<double>(value[0]),
                                                            width == 2 ? static_cast<double>(value[1]) : 0));
      }
      const auto spectrum = reference_fft(x);
      for (std::size_t k = 0; k < shape_.bins(); ++k) result.push_back(static_cast<float>(std::norm(spectrum[k])));
    }
    return result;
  }

 private:
  FrameShape shape_;
};

std::unique_ptr<FramePowers> make_reference(const FrameShape& shape) {
  return std::make_unique<ReferenceFramePowers>(shape);
}

/// |X|² = the first sample of the frame, squared, in every bin: counts samples instead of transforming them.
class FirstSamples final : public FramePowers {
 public:
  explicit FirstSamples(FrameShape shape) : shape_(std::move(shape)) {}
  std::vector<float> powers(std::span<const float> values, std::size_t frames) override {
    std::vector<float> result;
    for (std::size_t frame = 0; frame < frames; ++frame)
      result.insert(result.end(), shape_.bins(), values[frame * shape_.hop] * values[frame * shape_.hop]);
    return result;
  }

 private:
  FrameShape shape_;
};

std::unique_ptr<FramePowers> make_first_samples(const FrameShape& shape) {
  return std::make_unique<FirstSamples>(shape);
}

std::vector<double> sine(std::size_t count, double cycles_per_sample, double amplitude) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = amplitude * std::sin(2 * pi * cycles_per_sample * static_cast<double>(i));
  return values;
}

Spectrogram measure(std::vector<double> values, double rate, const SpectrogramOptions& options,
                    SampleKind kind = SampleKind::real, const FramePowersFactory& make = make_reference) {
  MemorySignal signal(std::move(values), rate, kind);
  return spectrogram(signal, options, make);
}

TEST(Spectrogram, DensityOfASineOnABin) {
  // A = 3, on bin 32 of 256 at 1024 Hz. Hann's noise bandwidth is 1.5 bins: the peak is (A²/2) / (1.5 · 4 Hz), as that
  // of welch().
  const Spectrogram result = measure(sine(1024, 0.125, 3), 1024, {.length = 256, .overlap = 0.5});
  EXPECT_EQ(result.frames, 7);
  EXPECT_EQ(result.columns(), 7U);
  EXPECT_EQ(result.hop, 128U);
  EXPECT_EQ(result.bins, 129U);
  EXPECT_DOUBLE_EQ(result.frequency(32), 128);
  EXPECT_DOUBLE_EQ(result.time(0), 0.125);
  EXPECT_DOUBLE_EQ(result.time(6), 0.875);
  EXPECT_THAT(result.notes, IsEmpty());
  for (std::size_t column = 0; column < 7; ++column) {
    EXPECT_NEAR(result.power[column * 129 + 32], 4.5 / 6, 1e-6);
    EXPECT_NEAR(result.power[column * 129 + 31], 4.5 / 24, 1e-6);
  }
}

TEST(Spectrogram, FollowsAFrequencyThatChanges) {
  std::vector<double> values = sine(512, 0.125, 1);
  const std::vector<double> later = sine(512, 0.25, 1);
  values.insert(values.end(), later.begin(), later.end());
  const Spectrogram result = measure(values, 64, {.length = 64, .overlap = 0});
  ASSERT_EQ(result.columns(), 16U);
  for (std::size_t column = 0; column < 16; ++column) {
    const auto begin = result.power.begin() + static_cast<std::ptrdiff_t>(column * result.bins);
    const auto strongest = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(result.bins)) - begin;
    EXPECT_EQ(strongest, column < 8 ? 8 : 16) << column;
  }
}

TEST(Spectrogram, ComplexSignalsKeepTheSignOfTheFrequency) {
  for (const std::size_t n : {64UL, 63UL}) {
    std::vector<double> values;
    for (std::size_t i = 0; i < 4 * n; ++i) {
      const double phase = -2 * pi * 5 * static_cast<double>(i) / static_cast<double>(n);
      values.insert(values.end(), {2 * std::cos(phase), 2 * std::sin(phase)});
    }
    const Spectrogram result = measure(values, static_cast<double>(n), {.length = n}, SampleKind::complex);
    EXPECT_EQ(result.sides, Sides::two);
    ASSERT_EQ(result.bins, n);
    const auto strongest = static_cast<std::size_t>(
        std::max_element(result.power.begin(), result.power.begin() + static_cast<std::ptrdiff_t>(n)) -
        result.power.begin());
    EXPECT_DOUBLE_EQ(result.frequency(strongest), -5);
  }
}

TEST(Spectrogram, ManyFramesAreAveraged) {
  // 2^13 + 3 frames of 2 samples without overlap, whose first ones have the power of their number: columns of 8, and
  // one of the last three frames.
  constexpr std::size_t frames = 8192 + 3;
  std::vector<double> values(2 * frames);
  for (std::size_t i = 0; i < frames; ++i) values[2 * i] = std::sqrt(static_cast<double>(i));
  const SpectrogramOptions options{.length = 2, .overlap = 0, .window = {WindowKind::rectangular}};
  const Spectrogram result = measure(values, 2, options, SampleKind::real, make_first_samples);
  EXPECT_EQ(result.frames, 8195);
  EXPECT_EQ(result.frames_per_column, 8U);
  ASSERT_EQ(result.columns(), 1025U);
  for (std::size_t column = 0; column < 1024; ++column) {
    const double mean = 8 * static_cast<double>(column) + 3.5;
    ASSERT_NEAR(result.power[2 * column], mean / 4, 1e-3) << column;
    ASSERT_NEAR(result.time(column), 0.5 + mean, 1e-9) << column;
  }
  EXPECT_NEAR(result.power[2 * 1024], 8193.0 / 4, 1e-2);
  EXPECT_NEAR(result.time(1024), 0.5 + 8193, 1e-9);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("average power of 8 frames")));
}

TEST(Spectrogram, EveryFrameOfEveryBlockCounts) {
  // Blocks of 2^21 / 2^16 = 32 frames that overlap by three quarters: 70 frames are three blocks.
  constexpr std::size_t n = 65536;
  constexpr std::size_t hop = n / 4;
  std::vector<double> values(69 * hop + n + 5);
  for (std::size_t frame = 0; frame < 70; ++frame) values[frame * hop] = static_cast<double>(frame);
  const SpectrogramOptions options{.length = n, .window = {WindowKind::rectangular}};
  const Spectrogram result = measure(values, n, options, SampleKind::real, make_first_samples);
  ASSERT_EQ(result.frames, 70);
  ASSERT_EQ(result.columns(), 70U);
  for (std::size_t frame = 0; frame < 70; ++frame) {
    const double expected = static_cast<double>(frame * frame) / (static_cast<double>(n) * n);
    ASSERT_NEAR(result.power[frame * result.bins], expected, 1e-6 * expected) << frame;
  }
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("the last 5 samples")));
  EXPECT_EQ(result.samples, static_cast<std::int64_t>(values.size() - 5));
  EXPECT_EQ(result.read, static_cast<std::int64_t>(values.size()));
}

TEST(Spectrogram, ShortSignals) {
  EXPECT_EQ(measure(sine(100, 0.1, 1), 100, {}).length, 16U);
  EXPECT_EQ(measure(sine(4096, 0.1, 1), 100, {}).length, 128U);
  const Spectrogram padded = measure(sine(10, 0.1, 1), 100, {.length = 64});
  EXPECT_EQ(padded.frames, 1);
  EXPECT_THAT(padded.notes, ElementsAre(HasSubstr("10 samples are padded with zeros to 64")));
}

TEST(Spectrogram, RefusesWhatMakesNoSense) {
  EXPECT_THAT(failure_of([] { measure({1, 2}, 1, {.overlap = 1}); }).message, HasSubstr("overlap 1"));
  EXPECT_THAT(failure_of([] { measure({1, 2}, 1, {.overlap = -0.5}); }).message, HasSubstr("overlap -0.5"));
  EXPECT_THAT(failure_of([] { measure({}, 1, {}); }).message, HasSubstr("holds no samples"));
  EXPECT_THAT(failure_of([] { measure({1, NAN, 2, 3}, 1, {}); }).message, HasSubstr("not finite"));
  EXPECT_THAT(failure_of([] { measure({1}, 1, {.length = 1UL << 21U}); }).message, HasSubstr("is longer"));
}

TEST(SpectrogramTable, IsReadable) {
  const TemporaryFolder folder;
  const Spectrogram result = measure(sine(16, 0.25, 1), 8, {.length = 4, .overlap = 0.5});
  write_table(files::OutputFile(folder.file("x.csv")), result);
  const std::string csv = content_of(folder.file("x.csv"));
  EXPECT_THAT(csv, StartsWith("seconds \\ hz,0,2,4\n0.25,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 7);
  write_table(files::OutputFile(folder.file("x.npy")), result);
  EXPECT_THAT(content_of(folder.file("x.npy")), HasSubstr("'shape': (7, 3)"));
}

TEST(SpectrogramPlot, WritesEveryFormat) {
  const TemporaryFolder folder;
  const Spectrogram result = measure(sine(4000, 0.125, 1), 8000, {.length = 128});
  const auto written = [&](const char* name) {
    plot_spectrogram(files::OutputFile(folder.file(name)), result, {.title = "caf\xe9.wav"});
    return content_of(folder.file(name));
  };
  EXPECT_THAT(written("x.png"), StartsWith("\x89PNG"));
  EXPECT_THAT(written("x.svg"), HasSubstr("<image"));
  EXPECT_THAT(written("x.pdf"), StartsWith("%PDF"));
  EXPECT_THAT(failure_of([&] { written("x.gif"); }).message, HasSubstr(".png"));
}

/// The lightest and the darkest green of the 7 x 7 pixels around a place of the plot's area, x and y from 0 to 1.
std::pair<int, int> greens_at(cairo_surface_t* picture, double x, double y) {
  const int column = 96 + static_cast<int>(x * (1280 - 96 - 140));
  const int row = 82 + static_cast<int>(y * (720 - 82 - 72));
  const unsigned char* const bytes = cairo_image_surface_get_data(picture);
  std::pair<int, int> greens{0, 255};
  for (int dy = -3; dy <= 3; ++dy) {
    for (int dx = -3; dx <= 3; ++dx) {
      const int green = bytes[(row + dy) * cairo_image_surface_get_stride(picture) + 4 * (column + dx) + 1];
      greens = {std::max(greens.first, green), std::min(greens.second, green)};
    }
  }
  return greens;
}

TEST(SpectrogramPlot, AWaterfallFallsOnDarkGround) {
  const TemporaryFolder folder;
  std::vector<double> signal = sine(20000, 0.125, 1);  // a quarter of the frequencies, then three quarters
  const std::vector<double> later = sine(20000, 0.375, 1);
  std::copy(later.begin() + 10000, later.end(), signal.begin() + 10000);
  const Spectrogram result = measure(signal, 1, {.length = 256});
  for (const SpectrogramStyle style : {SpectrogramStyle::paper, SpectrogramStyle::waterfall}) {
    const bool falls = style == SpectrogramStyle::waterfall;
    const std::string name = folder.file(falls ? "w.png" : "p.png").string();
    plot_spectrogram(files::OutputFile(name), result, {.style = style, .range_db = 60});
    cairo_surface_t* const picture = cairo_image_surface_create_from_png(name.c_str());
    for (const double frequency : {0.25, 0.75}) {
      for (const double time : {0.25, 0.75}) {
        const auto [lightest, darkest] =
            falls ? greens_at(picture, frequency, time) : greens_at(picture, time, 1 - frequency);
        const bool tone = frequency == time;
        EXPECT_EQ(falls ? lightest > 200 : darkest < 60, tone) << falls << ' ' << frequency << ' ' << time;
      }
    }
    cairo_surface_destroy(picture);
  }
}

TEST(SpectrogramPlot, DrawsOddOnesToo) {
  const TemporaryFolder folder;
  for (const std::size_t n : {1UL, 2UL, 3UL}) {
    EXPECT_NO_THROW(plot_spectrogram(files::OutputFile(folder.file("x.png")),
                                     measure({1, 2, 3, 4}, 1e6, {.length = n, .overlap = 0}), {}));
  }
  EXPECT_NO_THROW(plot_spectrogram(files::OutputFile(folder.file("x.png")),
                                   measure(std::vector<double>(1000), 1, {.length = 64}), {.title = "silence"}));
}

TEST(LevelColour, GetsDarkerInEqualSteps) {
  double before = lightness(level_colour(0));
  EXPECT_GT(before, 98);
  for (int i = 1; i <= 255; ++i) {
    const double here = lightness(level_colour(i / 255.0));
    EXPECT_LT(here, before) << i;
    EXPECT_GT(here, before - 0.7) << i;
    before = here;
  }
  EXPECT_LT(before, 6);
}

TEST(LevelColour, IsClamped) {
  const auto same = [](const Colour& a, const Colour& b) {
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
  };
  EXPECT_TRUE(same(level_colour(-3), level_colour(0)));
  EXPECT_TRUE(same(level_colour(7), level_colour(1)));
}

}  // namespace
}  // namespace papilio::tool
