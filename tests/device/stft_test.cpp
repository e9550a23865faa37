// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short-time Fourier transforms: against their definition in long double; signals that come back from their spectra;
// misuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "device/fixture.hpp"
#include "device/stft_samples.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

std::vector<double> hann(std::int64_t n) {
  std::vector<double> window;
  for (std::int64_t j = 0; j < n; ++j) {
    window.push_back(
        n == 1 ? 1 : 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n)));
  }
  return window;
}

/// The window, surrounded by zeros if it is shorter than the frames.
std::vector<double> whole_window(const StftOptions& options) {
  if (options.window.empty()) return hann(options.length);
  std::vector<double> window(static_cast<std::size_t>(options.length));
  std::ranges::copy(options.window, window.begin() + (std::ssize(window) - std::ssize(options.window)) / 2);
  return window;
}

/// The signal's sample t, which may lie outside.
template <class T>
LongComplex sample(const std::vector<T>& signal, std::int64_t t, StftPadding padding) {
  const auto last = static_cast<std::int64_t>(signal.size()) - 1;
  if (padding == StftPadding::reflect && t < 0) t = -t;
  // Mirrored for half a frame; what is behind that are zeros, which the last frame may need.
  if (t < 0 || t > last) return 0;
  return LongComplex(signal[static_cast<std::size_t>(t)]);
}

/// The definition, for one signal.
template <class T>
std::vector<LongComplex> defined(std::vector<T> signal, const StftOptions& options, long double factor) {
  const std::int64_t before = options.padding == StftPadding::none ? 0 : options.length / 2;
  const auto samples = static_cast<std::int64_t>(signal.size());
  if (options.padding == StftPadding::reflect) {
    for (std::int64_t i = 1; i <= before; ++i) signal.push_back(signal[static_cast<std::size_t>(samples - 1 - i)]);
  }
  const std::int64_t padded = samples + 2 * before;
  const std::int64_t bins = is_complex<T> ? options.length : options.length / 2 + 1;
  std::vector<LongComplex> result;
  for (std::int64_t begin = 0; begin < padded; begin += options.hop) {
    if (options.last_frame == StftLastFrame::left_out && begin + options.length > padded) break;
    std::vector<LongComplex> frame;
    for (std::int64_t j = 0; j < options.length; ++j) {
      const LongComplex w = options.window[static_cast<std::size_t>(j)];
      frame.push_back(w * factor * sample(signal, begin + j - before, options.padding));
    }
    const std::vector<LongComplex> spectrum = reference_dft(frame, Direction::forward);
    result.insert(result.end(), spectrum.begin(), spectrum.begin() + bins);
    if (begin + options.length >= padded) break;
  }
  return result;
}

class StftOnDevice : public OnDevice {
 protected:
  /// A batch of two signals.
  template <class T>
  void expect_defined(StftOptions options, std::int64_t samples, long double factor = 1) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    SCOPED_TRACE(testing::Message() << "length " << options.length << " hop " << options.hop << " samples " << samples
                                    << " padding " << static_cast<int>(options.padding));
    const Stft<T> stft(device_, options);
    options.window = whole_window(options);
    const std::vector<T> signals = random_samples<T>(2 * samples, 11);
    std::vector<LongComplex> expected;
    for (int b = 0; b < 2; ++b) {
      const std::vector<LongComplex> one =
          defined(std::vector<T>(signals.begin() + b * samples, signals.begin() + (b + 1) * samples), options, factor);
      expected.insert(expected.end(), one.begin(), one.end());
    }
    const auto got = stft.forward(signals, 2);
    ASSERT_EQ(static_cast<std::int64_t>(got.size()), 2 * stft.frames(samples) * stft.bins());
    ASSERT_EQ(got.size(), expected.size());
    // The window and its product are rounded as well.
    const double bound = error_bound(options.length, precision_of<T>) +
                         2 * static_cast<double>(std::numeric_limits<typename Stft<T>::Real>::epsilon());
    EXPECT_LE(relative_l2(std::vector<LongComplex>(got.begin(), got.end()), expected), bound);

    const auto power = stft.power(signals, 2);
    ASSERT_EQ(power.size(), expected.size());
    for (std::size_t i = 0; i < power.size(); ++i) {
      const double right = std::norm(std::complex<double>(got[i]));
      ASSERT_NEAR(power[i], right, 1e-5 * (right + 1e-3)) << i;
    }
  }
};

TEST_F(StftOnDevice, IsItsDefinition) {
  expect_defined<float>({.length = 64, .hop = 16}, 500);
  expect_defined<float>({.length = 100, .hop = 50, .padding = StftPadding::none}, 1000);
  expect_defined<float>({.length = 97, .hop = 31, .padding = StftPadding::reflect}, 400);  // of an odd length
  expect_defined<float>({.length = 1009, .hop = 600}, 5000);
  expect_defined<double>({.length = 60, .hop = 60, .padding = StftPadding::reflect}, 333);
  expect_defined<std::complex<float>>({.length = 48, .hop = 13}, 300);
  expect_defined<std::complex<double>>({.length = 37, .hop = 20, .padding = StftPadding::none}, 300);
}

TEST_F(StftOnDevice, LeavesOutTheFrameThatIsNotFull) {
  for (const StftPadding padding : {StftPadding::none, StftPadding::zeros, StftPadding::reflect}) {
    expect_defined<float>({.length = 64, .hop = 24, .padding = padding, .last_frame = StftLastFrame::left_out}, 505);
    expect_defined<std::complex<double>>(
        {.length = 37, .hop = 20, .padding = padding, .last_frame = StftLastFrame::left_out}, 300);
  }
  const Stft<float> stft(
      device_, {.length = 64, .hop = 16, .padding = StftPadding::none, .last_frame = StftLastFrame::left_out});
  EXPECT_EQ(stft.frames(63), 0);
  EXPECT_TRUE(stft.forward(std::vector<float>(2 * 63), 2).empty());
  EXPECT_EQ(test::error_of([&] { (void)stft.inverse({}, 63); }).code(), ErrorCode::invalid_argument);
}

TEST_F(StftOnDevice, OfShortFramesAndShortSignals) {
  expect_defined<float>({.length = 1, .hop = 1}, 20);
  expect_defined<float>({.length = 2, .hop = 1}, 20);
  expect_defined<float>({.length = 64, .hop = 16}, 1);
  expect_defined<float>({.length = 64, .hop = 32, .padding = StftPadding::none}, 10);
}

TEST_F(StftOnDevice, OfFramesThatOverlapManyTimesOrLeaveGaps) {
  expect_defined<float>({.length = 50, .hop = 5}, 300);
  expect_defined<std::complex<float>>({.length = 50, .hop = 5}, 300);
  expect_defined<float>({.length = 16, .hop = 1, .padding = StftPadding::reflect}, 100);
  expect_defined<float>({.length = 16, .hop = 40}, 100);
  expect_defined<std::complex<float>>({.length = 9, .hop = 17, .padding = StftPadding::none}, 70);
  expect_defined<float>({.length = 16, .hop = 31, .padding = StftPadding::none}, 32);
  expect_defined<float>({.length = 16, .hop = std::int64_t{1} << 40}, 100);
}

TEST_F(StftOnDevice, InvertsTheOneFrameThatALongHopLeaves) {
  const Stft<float> stft(device_, {.length = 16, .hop = std::int64_t{1} << 40});
  const std::vector<float> signal = random_samples<float>(8, 3);
  const std::vector<float> back = stft.inverse(stft.forward(signal), 8);
  for (std::size_t t = 0; t < signal.size(); ++t) EXPECT_NEAR(back.at(t), signal[t], 1e-6) << t;
}

/// With the frames between the signals, the spectra would take 275 GB.
TEST_F(StftOnDevice, ShortSignalsWithManyOverlapsGoThroughOneByOne) {
  const Stft<float> stft(device_, {.length = 65536, .hop = 1, .padding = StftPadding::none});
  const std::vector<float> signals = random_samples<float>(16 * 65536, 3);
  const auto spectra = stft.forward(signals, 16);
  ASSERT_EQ(std::ssize(spectra), 16 * stft.bins());
  const auto last = stft.forward(std::span(signals).last(65536));
  EXPECT_TRUE(std::ranges::equal(last, std::span(spectra).last(last.size())));
}

TEST_F(StftOnDevice, ShorterWindowsStandInTheMiddle) {
  expect_defined<float>({.length = 64, .hop = 16, .window = {1, 2, 3, 4, 5}}, 200);
  expect_defined<std::complex<double>>({.length = 17, .hop = 4, .window = {1, -2, 0.5, 1, 1, 1, 1, 1}}, 100);
}

TEST_F(StftOnDevice, Scalings) {
  StftOptions options{.length = 64, .hop = 32};
  options.scaling = StftScaling::unitary;
  expect_defined<float>(options, 200, 1 / 8.0L);
  options.scaling = StftScaling::magnitude;  // the sum of Hann's window is n/2, that of its squares 3n/8
  expect_defined<float>(options, 200, 1 / 32.0L);
  options.scaling = StftScaling::psd;
  expect_defined<float>(options, 200, 1 / std::sqrt(24.0L));
}

TEST_F(StftOnDevice, LongSignalsGoThroughInParts) {
  const Stft<float> stft(device_,
                         {.length = 64, .hop = 64, .window = std::vector<double>(64, 1), .padding = StftPadding::none});
  const std::vector<float> signal = random_samples<float>((1 << 21) + 6400, 4);
  const auto spectra = stft.forward(signal);
  ASSERT_EQ(spectra.size(), (signal.size() / 64) * 33);
  for (const std::size_t frame : {std::size_t{0}, std::size_t{32767}, std::size_t{32768}, std::size_t{32867}}) {
    const std::vector<LongComplex> x(signal.begin() + frame * 64, signal.begin() + (frame + 1) * 64);
    const std::vector<LongComplex> expected = reference_dft(x, Direction::forward);
    const std::vector<LongComplex> got(spectra.begin() + frame * 33, spectra.begin() + (frame + 1) * 33);
    EXPECT_LE(relative_l2(got, {expected.begin(), expected.begin() + 33}), error_bound(64, Precision::f32)) << frame;
  }
  const std::vector<float> back = stft.inverse(spectra, static_cast<std::int64_t>(signal.size()));
  ASSERT_EQ(back.size(), signal.size());
  for (std::size_t t = 0; t < signal.size(); ++t) ASSERT_NEAR(back[t], signal[t], 1e-5) << t;
}

/// Sums of the windows' squares over a signal's samples: the least and the largest.
std::pair<double, double> divisors(const StftOptions& options, std::int64_t samples, std::int64_t frames) {
  const std::int64_t before = options.padding == StftPadding::none ? 0 : options.length / 2;
  double least = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::int64_t t = before; t < before + samples; ++t) {
    double sum = 0;
    for (std::int64_t f = 0; f < frames; ++f) {
      const std::int64_t j = t - f * options.hop;
      if (j >= 0 && j < options.length) sum += std::pow(options.window[static_cast<std::size_t>(j)], 2);
    }
    least = std::min(least, sum);
    largest = std::max(largest, sum);
  }
  return {least, largest};
}

class StftReconstruction : public StftOnDevice, public testing::WithParamInterface<int> {
 protected:
  std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};

  std::int64_t from_to(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  std::vector<double> draw_window(std::int64_t n) {
    std::vector<double> window;
    std::uniform_real_distribution<double> any(-1, 1);
    switch (from_to(0, 2)) {
      case 0:
        return hann(n);
      case 1:  // positive
        for (std::int64_t j = 0; j < n; ++j) window.push_back(0.6 + 0.4 * any(random_));
        return window;
      default:  // of both signs, with zeros at the ends
        for (std::int64_t j = 0; j < n; ++j) window.push_back(j < n / 8 ? 0.0 : any(random_));
        return window;
    }
  }

  /// With D the divisors and e the error of a transform, relative in the L2 norm: the frames' norm is at most
  /// sqrt(max D) |x|, what is added up sqrt(max D) times the frames' error, and is divided by min D at least. So the
  /// result is within e * max D / min D, for forward and inverse each; windowing and adding round as well.
  template <class T>
  void expect_own_signal(const StftOptions& options, std::int64_t samples, std::int64_t batch) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    const Stft<T> stft(device_, options);
    const auto [least, largest] = divisors(options, samples, stft.frames(samples));
    if (!(least > 1e-4 * largest)) return;
    ++checked_;
    SCOPED_TRACE(testing::Message() << "length " << options.length << " hop " << options.hop << " samples " << samples
                                    << " batch " << batch << " padding " << static_cast<int>(options.padding)
                                    << " scaling " << static_cast<int>(options.scaling));
    const std::vector<T> signals = random_samples<T>(samples * batch, random_());
    const std::vector<T> back = stft.inverse(stft.forward(signals, batch), samples, batch);
    ASSERT_EQ(back.size(), signals.size());
    const auto epsilon = static_cast<double>(std::numeric_limits<typename Stft<T>::Real>::epsilon());
    const std::int64_t overlap = (options.length + options.hop - 1) / options.hop;
    const double each = error_bound(options.length, precision_of<T>) + static_cast<double>(2 + overlap) * epsilon;
    EXPECT_LE(relative_l2(std::vector<LongComplex>(back.begin(), back.end()),
                          std::vector<LongComplex>(signals.begin(), signals.end())),
              2 * each * largest / least);
  }

  int checked_ = 0;
};

TEST_P(StftReconstruction, GivesTheSignalBack) {
  constexpr std::int64_t primes[] = {2, 3, 17, 101, 251};
  const std::int64_t length = GetParam() % 2 == 0 ? from_to(1, 300) : primes[from_to(0, 4)];
  const std::int64_t hop = from_to(std::max<std::int64_t>(1, length / 6), std::max<std::int64_t>(1, 3 * length / 4));
  for (int i = 0; i < 8; ++i) {
    StftOptions options{.length = length, .hop = hop, .window = draw_window(length)};
    options.padding = static_cast<StftPadding>(from_to(0, 2));
    options.scaling = i % 2 == 0 ? StftScaling::none : StftScaling::psd;
    options.last_frame = i % 4 == 1 ? StftLastFrame::left_out : StftLastFrame::filled;
    const std::int64_t samples = from_to(length / 2 + 1, 3000);
    const std::int64_t batch = from_to(1, 3);
    GetParam() % 3 == 0 ? expect_own_signal<double>(options, samples, batch)
                        : expect_own_signal<float>(options, samples, batch);
    if (i < 2) expect_own_signal<std::complex<float>>(options, samples, batch);
  }
  if (device_.info().f64) {
    EXPECT_GT(checked_, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, StftReconstruction, testing::Range(0, 8));

TEST_F(StftOnDevice, OneLinersDoTheSame) {
  const StftOptions options{.length = 64, .hop = 16};
  const std::vector<float> signal = random_samples<float>(400, 1);
  const std::vector<std::complex<float>> spectra = stft(signal, options);
  EXPECT_EQ(spectra.size(), 26U * 33U);
  const std::vector<float> back = istft<float>(spectra, 400, options);
  ASSERT_EQ(back.size(), signal.size());
  for (std::size_t t = 0; t < signal.size(); ++t) EXPECT_NEAR(back[t], signal[t], 1e-6);
  EXPECT_TRUE(stft(std::vector<float>(), options).empty());
}

TEST_F(StftOnDevice, RefusesWhatMakesNoSense) {
  const auto message_of = [](const std::function<void()>& action) -> std::string {
    return test::message_of(ErrorCode::invalid_argument, action, "no error");
  };
  const auto expect_refused = [&](const StftOptions& options, const char* part) {
    EXPECT_NE(message_of([&] { (void)Stft<float>(device_, options); }).find(part), std::string::npos) << part;
  };
  expect_refused({}, "frames of 0 samples");
  expect_refused({.length = (1 << 27) + 1}, "frames of 134217729 samples");
  expect_refused({.length = 8, .hop = -1}, "a hop of -1");
  expect_refused({.length = 8, .window = std::vector<double>(9, 1)}, "a window of 9 numbers");
  expect_refused({.length = 2, .window = {1, std::nan("")}}, "not finite");
  expect_refused({.length = 2, .window = {1, -1}, .scaling = StftScaling::magnitude}, "is 0 for this window");
  expect_refused({.length = 2, .window = {1, -1e39}}, "1e+39");
  expect_refused({.length = 2, .window = {0, 1e-39}}, "1e-39");

  const Stft<float> mirrored(device_, {.length = 64, .padding = StftPadding::reflect});
  EXPECT_NE(message_of([&] { (void)mirrored.forward(std::vector<float>(32)); }).find("takes more than 32"),
            std::string::npos);
  EXPECT_NE(message_of([&] { (void)mirrored.forward(std::vector<float>(99), 2); }).find("99 samples"),
            std::string::npos);
  EXPECT_NE(message_of([&] { (void)mirrored.inverse(std::vector<std::complex<float>>(5), 100); }).find("5 numbers"),
            std::string::npos);
  EXPECT_NE(message_of([] { (void)Stft<float>().bins(); }).find("none"), std::string::npos);
}

TEST_F(StftOnDevice, TellsWhereASignalIsLost) {
  // Hann's window begins with 0, and no other frame covers sample 0.
  const Stft<float> bare(device_, {.length = 8, .hop = 4, .padding = StftPadding::none});
  const Error error = test::error_of([&] { (void)bare.inverse(bare.forward(std::vector<float>(64, 1)), 64); });
  EXPECT_NE(std::string(error.what()).find("istft at sample 0"), std::string::npos) << error.what();
  EXPECT_NE(std::string(error.what()).find("StftPadding::zeros"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace papilio::test
