// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Features of signals, compared with their definition in long double, with librosa and with torchaudio; misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <papilio/features.hpp>

#include "device/feature_references.hpp"
#include "device/stft_samples.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

/// make_feature_references.py has the same one.
std::vector<float> reference_signal() {
  std::vector<float> signal;
  for (std::int64_t i = 0; i < 2400; ++i)
    signal.push_back(static_cast<float>((i * i * 7919 + i * 104729) % 2003 - 1001) / 1024);
  return signal;
}

long double mels(long double hz, MelScale scale) {
  if (scale == MelScale::htk) return 2595 * std::log10(1 + hz / 700);
  return hz < 1000 ? hz * 3 / 200 : 15 + 27 * std::log(hz / 1000) / std::log(6.4L);
}

long double hz(long double mel, MelScale scale) {
  if (scale == MelScale::htk) return 700 * (std::pow(10.0L, mel / 2595) - 1);
  return mel < 15 ? mel * 200 / 3 : 1000 * std::exp(std::log(6.4L) * (mel - 15) / 27);
}

/// Features of one signal by their definition.
std::vector<long double> features_of(const std::vector<long double>& signal, const FeatureOptions& o) {
  const std::int64_t n = o.frames.length;
  const std::int64_t around = o.frames.padding == StftPadding::none ? 0 : n / 2;
  const auto samples = std::ssize(signal);
  const auto at = [&](std::int64_t t) {
    if (o.frames.padding == StftPadding::reflect) t = t < 0 ? -t : t >= samples ? 2 * (samples - 1) - t : t;
    return t < 0 || t >= samples ? 0 : signal[static_cast<std::size_t>(t)];
  };
  std::vector<long double> levels;
  for (std::int64_t f = 0; f * o.frames.hop + n <= samples + 2 * around; ++f) {
    std::vector<LongComplex> frame;
    for (std::int64_t j = 0; j < n; ++j)
      frame.emplace_back(at(f * o.frames.hop + j - around) * o.frames.window[static_cast<std::size_t>(j)]);
    std::vector<long double> powers;
    for (std::int64_t k = 0; k <= n / 2; ++k) {
      LongComplex sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const long double turn = 2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) / n;
        sum += frame[static_cast<std::size_t>(j)] * std::polar(1.0L, -turn);
      }
      powers.push_back(std::norm(sum));
    }
    std::vector<long double> bands = o.filters == 0 ? powers : std::vector<long double>();
    for (std::int64_t b = 0; b < o.filters; ++b) {
      const long double low = mels(o.low, o.scale);
      const long double step = (mels(o.high, o.scale) - low) / (o.filters + 1);
      const long double begin = hz(low + b * step, o.scale);
      const long double middle = hz(low + (b + 1) * step, o.scale);
      const long double end = hz(low + (b + 2) * step, o.scale);
      long double sum = 0;
      for (std::int64_t k = 0; k <= n / 2; ++k) {
        const long double x = k * static_cast<long double>(o.rate) / n;
        const long double weight = std::max(0.0L, std::min((x - begin) / (middle - begin), (end - x) / (end - middle)));
        sum += weight * powers[static_cast<std::size_t>(k)] * (o.norm == MelNorm::area ? 2 / (end - begin) : 1);
      }
      bands.push_back(sum);
    }
    for (long double x : bands) {
      if (o.level != FeatureLevel::power) x = std::log(std::max(x, static_cast<long double>(o.floor)));
      if (o.level == FeatureLevel::log10) x /= std::numbers::ln10_v<long double>;
      if (o.level == FeatureLevel::decibel) x *= 10 / std::numbers::ln10_v<long double>;
      levels.push_back(o.level == FeatureLevel::power ? x : x * o.factor + o.offset);
    }
  }
  if (o.range > 0) {
    const long double least = *std::ranges::max_element(levels) - o.range;
    for (long double& x : levels) x = std::max(x, least);
  }
  if (o.coefficients == 0) return levels;
  const std::int64_t bands = o.filters > 0 ? o.filters : n / 2 + 1;
  std::vector<long double> result;
  for (auto row = levels.begin(); row != levels.end(); row += bands) {
    for (std::int64_t c = 0; c < o.coefficients; ++c) {
      long double sum = 0;
      for (std::int64_t b = 0; b < bands; ++b)
        sum += row[b] * std::cos(std::numbers::pi_v<long double> / bands * (b + 0.5L) * c);
      result.push_back(sum * std::sqrt((c == 0 ? 1.0L : 2.0L) / bands));
    }
  }
  return result;
}

class FeaturesOnDevice : public OnDevice {
 protected:
  /// Device memory, three executions on outputs of NaNs; then host memory has the same bits.
  template <class T>
  void expect_features(const FeatureOptions& options, std::int64_t samples, std::int64_t batch = 1) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    SCOPED_TRACE(testing::Message() << "length " << options.frames.length << " hop " << options.frames.hop
                                    << " filters " << options.filters << " samples " << samples << " batch " << batch);
    const SpectralFeatures<T> features(device_, options);
    const std::vector<T> signals = random_samples<T>(batch * samples, 23);
    std::vector<long double> expected;
    for (std::int64_t b = 0; b < batch; ++b) {
      const auto own = signals.begin() + b * samples;
      for (const long double x : features_of({own, own + samples}, features.options())) expected.push_back(x);
    }
    ASSERT_EQ(std::ssize(expected), batch * features.frames(samples) * features.size());
    const Stream stream(device_);
    const Buffer in(device_, signals.size() * sizeof(T));
    const Buffer out(device_, expected.size() * sizeof(T));
    stream.upload(in, signals.data(), in.size_bytes());
    std::vector<T> first;
    for (int run = 0; run < 3; ++run) {
      std::vector<T> got(expected.size(), std::numeric_limits<T>::quiet_NaN());
      stream.upload(out, got.data(), out.size_bytes());
      features.compute(stream, in, out, samples, batch);
      stream.download(out, got.data(), out.size_bytes());
      if (run == 0) {
        expect_near(got, expected, sizeof(T) == 4 ? 1e-5 : 1e-13);
        first = got;
      }
      ASSERT_EQ(std::memcmp(got.data(), first.data(), out.size_bytes()), 0) << "execution " << run + 1;
    }
    const std::vector<T> host = features.compute(signals, batch);
    EXPECT_EQ(std::memcmp(host.data(), first.data(), out.size_bytes()), 0);
  }

  /// Errors are those of the largest number.
  template <class T, class Expected>
  static void expect_near(const std::vector<T>& got, const std::vector<Expected>& expected, double bound) {
    long double most = 0;
    for (const Expected x : expected) most = std::max<long double>(most, std::abs(x));
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_LE(std::abs(got[i] - static_cast<long double>(expected[i])), bound * most) << "number " << i;
  }

  void expect_reference(const FeatureOptions& options, const std::vector<double>& reference) {
    const SpectralFeatures<float> features(device_, options);
    const std::vector<float> all = features.compute(reference_signal());
    const std::int64_t size = features.size();
    std::vector<float> got;
    for (const std::int64_t frame : {std::int64_t{0}, std::int64_t{1}, std::int64_t{7}, features.frames(2400) - 1})
      got.insert(got.end(), all.begin() + frame * size, all.begin() + (frame + 1) * size);
    expect_near(got, reference, 1e-5);
  }
};

FeatureOptions librosa_options() { return {.frames = {.length = 512, .hop = 128}, .rate = 22050, .filters = 40}; }

FeatureOptions torchaudio_options() {
  return {.frames = {.length = 400, .hop = 100, .padding = StftPadding::reflect},
          .filters = 23,
          .scale = MelScale::htk,
          .norm = MelNorm::peak,
          .low = 20,
          .high = 7600};
}

TEST_F(FeaturesOnDevice, AreTheirDefinition) {
  expect_features<float>({.frames = {.length = 64, .hop = 20}}, 500);
  expect_features<float>({.frames = {.length = 37, .hop = 50, .padding = StftPadding::none},
                          .level = FeatureLevel::natural,
                          .factor = 2,
                          .offset = -1},
                         490, 3);
  expect_features<float>(FeatureOptions::whisper(), 1000, 2);
  const StftOptions many_overlaps{.length = 64, .hop = 1, .padding = StftPadding::none};
  expect_features<float>({.frames = many_overlaps}, 70, 3);
  expect_features<float>({.frames = {.length = 100, .hop = 30},
                          .filters = 17,
                          .scale = MelScale::htk,
                          .level = FeatureLevel::decibel,
                          .coefficients = 9},
                         777, 2);
  expect_features<double>({.frames = {.length = 60, .hop = 15, .padding = StftPadding::reflect},
                           .rate = 8000,
                           .filters = 11,
                           .norm = MelNorm::peak,
                           .low = 300,
                           .level = FeatureLevel::natural,
                           .range = 1,
                           .coefficients = 11},
                          300, 3);
}

/// Frames of 32 samples make chunks of 2^20 / 17 or 2^18 / 17 frames, and more candidates for the largest number than a
/// round has.
TEST_F(FeaturesOnDevice, TakeLongSignalsInChunks) {
  FeatureOptions options{.frames = {.length = 32, .hop = 4, .padding = StftPadding::reflect},
                         .filters = 5,
                         .level = FeatureLevel::decibel};
  constexpr std::int64_t samples = 300000;
  const std::vector<float> signal = random_samples<float>(samples, 24);
  const std::vector<float> unlimited = SpectralFeatures<float>(device_, options).compute(signal);
  const std::vector<float> power = Stft<float>(device_, options.frames).power(signal);
  const std::vector<long double> ends =
      features_of({signal.end() - 320, signal.end()}, SpectralFeatures<float>(device_, options).options());
  ASSERT_EQ(unlimited.size(), 5U * 75001);
  expect_near(std::vector<float>(unlimited.end() - 50, unlimited.end()),
              std::vector<long double>(ends.end() - 50, ends.end()), 1e-5);
  options.range = 12;
  const float most = *std::ranges::max_element(unlimited);
  std::vector<float> limited = unlimited;
  for (float& x : limited) x = std::max(x, most - 12);
  EXPECT_NE(limited, unlimited);
  EXPECT_EQ(SpectralFeatures<float>(device_, options).compute(signal), limited);
}

TEST_F(FeaturesOnDevice, AreThoseOfWhisper) {
  expect_reference(FeatureOptions::whisper(), whisper_80);
  expect_reference(FeatureOptions::whisper(128), whisper_128);
}

TEST_F(FeaturesOnDevice, AreThoseOfLibrosa) {
  FeatureOptions options = librosa_options();
  expect_reference(options, librosa_mel);
  options.level = FeatureLevel::decibel;
  options.range = 20;
  expect_reference(options, librosa_db);
  options.range = 80;
  options.coefficients = 13;
  expect_reference(options, librosa_mfcc);
}

TEST_F(FeaturesOnDevice, AreThoseOfTorchaudio) {
  FeatureOptions options = torchaudio_options();
  expect_reference(options, torchaudio_mel);
  options.level = FeatureLevel::decibel;
  options.range = 80;
  options.coefficients = 20;
  expect_reference(options, torchaudio_mfcc);
}

TEST_F(FeaturesOnDevice, OfSilenceAreTheFloor) {
  const SpectralFeatures<float> features(device_, FeatureOptions::whisper());
  const std::vector<float> got = features.compute(std::vector<float>(500));
  ASSERT_EQ(got.size(), 4U * 80);
  for (const float x : got) ASSERT_NEAR(x, -1.5F, 1e-6F);
  EXPECT_TRUE(features.compute(std::vector<float>()).empty());
}

TEST_F(FeaturesOnDevice, OfNaNAreNaN) {
  const SpectralFeatures<float> features(
      device_, {.frames = {.length = 16, .hop = 16, .padding = StftPadding::none}, .level = FeatureLevel::log10});
  std::vector<float> signal(48, 1);
  signal[20] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> got = features.compute(signal);
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(std::isnan(got[i]), i / 9 == 1) << i;
}

TEST_F(FeaturesOnDevice, RefuseWhatMakesNoSense) {
  const auto message = [&](const FeatureOptions& options) {
    return message_of(
        ErrorCode::invalid_argument, [&] { const SpectralFeatures<float> made(device_, options); }, "no error");
  };
  FeatureOptions options = torchaudio_options();
  EXPECT_EQ(message(options), "no error");
  const auto expect_named = [&](auto FeatureOptions::*member, auto value, const char* word) {
    FeatureOptions other = options;
    other.*member = value;
    EXPECT_NE(message(other).find(word), std::string::npos) << message(other);
  };
  expect_named(&FeatureOptions::rate, -1.0, "-1 Hz");
  expect_named(&FeatureOptions::filters, -2, "-2 filters");
  expect_named(&FeatureOptions::high, 8001.0, "8001 Hz");
  expect_named(&FeatureOptions::low, 7600.0, "7600 to 7600");
  expect_named(&FeatureOptions::floor, 0.0, "floor of 0");
  expect_named(&FeatureOptions::factor, -1.0, "factor of -1");
  expect_named(&FeatureOptions::offset, std::nan(""), "offset of nan");
  expect_named(&FeatureOptions::range, 80.0, "range of 80");
  expect_named(&FeatureOptions::factor, 2.0, "factor of 2");
  expect_named(&FeatureOptions::offset, 2.0, "offset of 2");
  expect_named(&FeatureOptions::coefficients, 24, "24 coefficients");
  EXPECT_NE(message({}).find("0 samples"), std::string::npos);
  options.low = std::nextafter(7600.0, 0.0);
  EXPECT_NE(message(options).find("do not differ"), std::string::npos) << message(options);
  options = torchaudio_options();
  options.norm = MelNorm::area;
  options.rate = 1e300;
  options.high = 0;
  EXPECT_NE(message(options).find("does not have the height"), std::string::npos) << message(options);
  options = torchaudio_options();

  const SpectralFeatures<float> features(device_, options);
  const Stream stream(device_);
  const Buffer signal(device_, 1000 * sizeof(float));
  const Buffer out(device_, std::size_t{11} * 23 * sizeof(float));
  const auto refused = [&](const std::function<void()>& action) {
    return message_of(ErrorCode::invalid_argument, action, "no error");
  };
  EXPECT_EQ(refused([&] { features.compute(stream, signal, out, 1000); }), "no error");
  EXPECT_NE(refused([&] { features.compute(stream, signal, out, 1001); }).find("4004"), std::string::npos);
  EXPECT_NE(refused([&] { features.compute(stream, signal, signal, 1000); }).find("give two buffers"),
            std::string::npos);
  EXPECT_NE(refused([&] { features.compute(stream, signal, out, 1000, 0); }).find("0 signals"), std::string::npos);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(refused([&] { static_cast<void>(features.frames(most)); }).find("no memory"), std::string::npos);
  EXPECT_NE(refused([&] { features.compute(stream, signal, out, most); }).find("no memory"), std::string::npos);
  EXPECT_NE(refused([&] { features.compute(stream, signal, out, 200); }).find("200 samples"), std::string::npos);
  EXPECT_NE(refused([&] { static_cast<void>(features.compute(std::vector<float>(7), 2)); }).find("batch of 2"),
            std::string::npos);
  stream.synchronize();
}

}  // namespace
}  // namespace papilio::test
