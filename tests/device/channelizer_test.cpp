// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Polyphase filter banks, compared with the definition in long double: each channel shifted to frequency 0, filtered,
// decimated. Pieces of any sizes, on host and device memory, have the bits of one piece.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

#include "device/stft_samples.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

class Channels : public OnDevice {
 protected:
  /// Frame m of the definition, as SciPy's lfilter(h, 1, x * exp(-2j*pi*k*arange(n)/M))[D-1::D] has it.
  template <class T>
  static std::vector<LongComplex> expected_frames(const ChannelizerOptions& options, const std::vector<T>& x,
                                                  std::int64_t bins) {
    const std::int64_t m = options.channels;
    std::vector<LongComplex> roots;
    for (std::int64_t i = 0; i < m; ++i) {
      const long double angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(i) / m;
      roots.emplace_back(std::cos(angle), std::sin(angle));
    }
    std::vector<LongComplex> result;
    for (std::int64_t last = options.hop - 1; last < std::ssize(x); last += options.hop) {
      for (std::int64_t k = 0; k < bins; ++k) {
        LongComplex sum = 0;
        for (std::int64_t n = 0; n < std::ssize(options.taps) && n <= last; ++n) {
          const LongComplex sample(x[static_cast<std::size_t>(last - n)]);
          sum += static_cast<long double>(options.taps[n]) * sample * roots[k * ((last - n) % m) % m];
        }
        result.push_back(sum);
      }
    }
    return result;
  }

  template <class T>
  void expect_definition(ChannelizerOptions options, std::int64_t samples) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    Channelizer<T> channels(device_, options);
    options = channels.options();
    SCOPED_TRACE(testing::Message() << options.channels << " channels, hop " << options.hop << ", "
                                    << options.taps.size() << " taps");
    const std::vector<T> x = random_samples<T>(samples, 7);
    EXPECT_EQ(channels.frames(samples), samples / options.hop);
    const auto frames = channels.push(x);
    ASSERT_EQ(std::ssize(frames), samples / options.hop * channels.bins());
    const std::vector<LongComplex> expected = expected_frames(options, x, channels.bins());
    const double unit = precision_of<T> == Precision::f32 ? 0x1p-24 : 0x1p-53;
    EXPECT_LE(relative_l2(std::vector<LongComplex>(frames.begin(), frames.end()), expected),
              error_bound(options.channels, precision_of<T>) + 8 * unit);
    channels.reset();
    EXPECT_EQ(std::memcmp(channels.push(x).data(), frames.data(), frames.size() * sizeof(frames[0])), 0);
  }

  /// Pieces of odd sizes, alternately of host and of device memory if `device`.
  template <class T>
  void expect_pieces(const ChannelizerOptions& options, std::int64_t samples, bool device) {
    Channelizer<T> channels(device_, options);
    using Bin = typename Channelizer<T>::Bin;
    const std::vector<T> x = random_samples<T>(samples, 11);
    const std::vector<Bin> expected = channels.push(x);
    channels.reset();
    const Stream stream(device_);
    std::mt19937_64 random(3);
    std::vector<Bin> got;
    for (std::int64_t at = 0, piece = 0; at < samples; at += piece) {
      const std::int64_t longest = random() % 5 == 0 ? 3 * std::ssize(channels.options().taps) : 2 * options.channels;
      piece = std::min<std::int64_t>(1 + 2 * static_cast<std::int64_t>(random() % longest), samples - at);
      const std::int64_t frames = channels.frames(piece);
      const std::span own = std::span(x).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(piece));
      std::vector<Bin> out(static_cast<std::size_t>(frames * channels.bins()), Bin(NAN, NAN));
      if (device && random() % 2 == 0) {
        const Buffer in(device_, own.size_bytes());
        const Buffer to(device_, std::max<std::size_t>(16, out.size() * sizeof(Bin)));
        stream.upload(in, own.data(), in.size_bytes());
        stream.upload(to, out.data(), out.size() * sizeof(Bin));
        EXPECT_EQ(channels.push(stream, in, piece, to), frames);
        stream.download(to, out.data(), out.size() * sizeof(Bin));
      } else {
        out = channels.push(own);
      }
      got.insert(got.end(), out.begin(), out.end());
    }
    ASSERT_EQ(got.size(), expected.size());
    EXPECT_EQ(std::memcmp(got.data(), expected.data(), got.size() * sizeof(Bin)), 0);
  }

  template <class Stored>
  void expect_stored(Storage storage, int low) {
    const ChannelizerOptions options{.channels = 30, .hop = 20, .storage = storage};
    std::mt19937_64 random(5);
    std::vector<std::complex<Stored>> stored;
    std::vector<std::complex<float>> numbers;
    for (int i = 0; i < 5000; ++i) {
      const auto draw = [&] { return static_cast<Stored>(low + static_cast<int>(random() % 256)); };
      stored.emplace_back(draw(), draw());
      numbers.emplace_back(stored.back().real(), stored.back().imag());
    }
    Channelizer<std::complex<float>> of_stored(device_, options);
    Channelizer<std::complex<float>> of_numbers(device_, {.channels = 30, .hop = 20});
    const auto got = of_stored.push_stored(std::as_bytes(std::span(stored)));
    const auto expected = of_numbers.push(numbers);
    // The two plans may have other shapes.
    EXPECT_LE(relative_l2(std::vector<LongComplex>(got.begin(), got.end()),
                          std::vector<LongComplex>(expected.begin(), expected.end())),
              2 * error_bound(30, Precision::f32) + 16 * 0x1p-24);
  }
};

TEST_F(Channels, AreThoseOfTheDefinition) {
  expect_definition<std::complex<float>>({.channels = 2, .hop = 1}, 40);
  expect_definition<std::complex<float>>({.channels = 16}, 300);
  expect_definition<std::complex<float>>({.channels = 30, .hop = 20}, 500);
  expect_definition<std::complex<float>>({.channels = 8, .hop = 3, .taps = std::vector<double>(161, 0.25)}, 900);
  expect_definition<std::complex<float>>({.channels = 16, .taps = {0.5, -2, 3}}, 100);
  expect_definition<float>({.channels = 16, .hop = 7}, 300);
  expect_definition<float>({.channels = 15}, 300);
  expect_definition<std::complex<double>>({.channels = 24, .hop = 18}, 1000);
  expect_definition<double>({.channels = 31, .hop = 20}, 1000);
  expect_definition<std::complex<float>>({.channels = 256, .hop = 128}, 3000);
}

TEST_F(Channels, OfOnePassAndOfSeveral) {
  constexpr std::int64_t many = std::int64_t{1} << 16;
  Channelizer<std::complex<float>> channels(device_, {.channels = many, .taps = std::vector<double>(2 * many, 1)});
  const auto x = random_samples<std::complex<float>>(3 * many, 7);
  const auto frames = channels.push(x);
  ASSERT_EQ(std::ssize(frames), 3 * many);
  std::vector<LongComplex> sums(many);
  for (std::int64_t i = 0; i < many; ++i) sums[i] = LongComplex(x[i + many]) + LongComplex(x[i + 2 * many]);
  EXPECT_LE(relative_l2(std::vector<LongComplex>(frames.begin() + 2 * many, frames.end()),
                        reference_dft(sums, Direction::forward)),
            2 * error_bound(many, Precision::f32));
}

TEST_F(Channels, InPiecesHaveTheBitsOfOnePiece) {
  for (const bool device : {false, true}) {
    expect_pieces<std::complex<float>>({.channels = 16}, 5000, device);
    expect_pieces<std::complex<float>>({.channels = 30, .hop = 20}, 5000, device);
    expect_pieces<float>({.channels = 16, .hop = 7}, 3000, device);
    expect_pieces<float>({.channels = 15, .taps = std::vector<double>(40, 1)}, 3000, device);
    expect_pieces<float>({.channels = 16, .taps = {0.5, -2, 3}}, 1000, device);
    expect_pieces<float>({.channels = 15, .taps = {0.5, -2, 3}}, 1000, device);
    if (device_.info().f64) expect_pieces<std::complex<double>>({.channels = 24, .hop = 18}, 3000, device);
  }
}

/// Samples of host memory go through in parts, so that the frames of a short hop fit on the device.
TEST_F(Channels, OfAShortHopAreThoseOfDeviceMemory) {
  constexpr std::int64_t samples = 9000;
  Channelizer<float> channels(device_, {.channels = 1024, .hop = 1, .taps = {1, 2, 3}});
  const auto x = random_samples<float>(samples, 29);
  const auto expected = channels.push(x);
  channels.reset();
  const Stream stream(device_);
  const Buffer in(device_, samples * sizeof(float));
  const Buffer out(device_, expected.size() * sizeof(expected[0]));
  stream.upload(in, x.data(), in.size_bytes());
  EXPECT_EQ(channels.push(stream, in, samples, out), samples);
  std::vector<std::complex<float>> got(expected.size());
  stream.download(out, got.data(), out.size_bytes());
  EXPECT_TRUE(same_bits(got, expected));
}

/// Each piece is pushed by a stream that ends before the next one.
TEST_F(Channels, OfStreamsThatEnd) {
  using Sample = std::complex<float>;
  Channelizer<Sample> channels(device_, {.channels = 16});
  const auto x = random_samples<Sample>(300, 17);
  const auto expected = channels.push(x);
  std::vector<Sample> got;
  for (int round = 0; round < 2; ++round) {
    channels.reset();
    got.clear();
    for (std::size_t at = 0; at < x.size(); at += 50) {
      const Buffer in(device_, 50 * sizeof(Sample));
      std::vector<Sample> frames(static_cast<std::size_t>(channels.frames(50)) * 16, Sample(NAN, NAN));
      const Buffer out(device_, frames.size() * sizeof(Sample));
      {
        const Stream stream(device_);
        stream.upload(in, &x[at], in.size_bytes());
        EXPECT_EQ(channels.push(stream, in, 50, out) * 16, std::ssize(frames));
        stream.download(out, frames.data(), out.size_bytes());
      }
      got.insert(got.end(), frames.begin(), frames.end());
    }
    EXPECT_TRUE(same_bits(got, expected)) << round;
  }
}

/// Samples of host memory still wait after a call that was refused.
TEST_F(Channels, KeepWhatWaitsWhenAPushIsRefused) {
  using Sample = std::complex<float>;
  Channelizer<Sample> channels(device_, {.channels = 16});
  const auto x = random_samples<Sample>(32, 19);
  const auto expected = channels.push(x);
  channels.reset();
  EXPECT_TRUE(channels.push(std::span(x).first(10)).empty());
  const Stream stream(device_);
  const Buffer in(device_, 22 * sizeof(Sample));
  const Buffer out(device_, expected.size() * sizeof(Sample));
  const auto refused = [&](const Stream& own, const Buffer& from, const Buffer& to) {
    return test::message_of(
        ErrorCode::invalid_argument, [&] { channels.push(own, from, 22, to); }, "no error");
  };
  EXPECT_NE(refused({}, in, out), "no error");
  EXPECT_NE(refused(stream, {}, out), "no error");
  EXPECT_NE(refused(stream, in, in), "no error");
  EXPECT_NE(refused(stream, in, {}), "no error");
  EXPECT_EQ(test::message_of(ErrorCode::invalid_argument, [&] { (void)channels.push(std::span(x).subspan(10, 2)); }),
            "");
  stream.upload(in, &x[12], 20 * sizeof(Sample));
  std::vector<Sample> got(expected.size(), Sample(NAN, NAN));
  EXPECT_EQ(channels.push(stream, in, 20, out), 2);
  stream.download(out, got.data(), out.size_bytes());
  EXPECT_TRUE(same_bits(got, expected));
}

/// A million pieces, most of which complete no frame.
TEST_F(Channels, InAMillionPieces) {
  constexpr int pieces = 1000000;
  Channelizer<std::complex<float>> channels(device_,
                                            {.channels = 256, .hop = 128, .taps = std::vector<double>(700, 0.01)});
  const auto x = random_samples<std::complex<float>>(4 * pieces, 13);
  const auto expected = channels.push(x);
  channels.reset();
  std::vector<std::complex<float>> got;
  std::span<const std::complex<float>> rest = x;
  for (int i = 0; i < pieces; ++i) {
    const auto size = static_cast<std::size_t>(1 + 2 * (i % 4));
    const auto frames = channels.push(rest.first(size));
    rest = rest.subspan(size);
    got.insert(got.end(), frames.begin(), frames.end());
  }
  EXPECT_TRUE(rest.empty());
  EXPECT_TRUE(same_bits(got, expected));
}

TEST_F(Channels, TakeStoredSamples) {
  expect_stored<std::int8_t>(Storage::i8, -128);
  expect_stored<std::uint8_t>(Storage::u8, 0);
  Channelizer<float> real(device_, {.channels = 16, .hop = 7, .storage = Storage::i8});
  const std::vector<std::int8_t> stored(100, 3);
  Channelizer<float> own(device_, {.channels = 16, .hop = 7});
  const auto got = real.push_stored(std::as_bytes(std::span(stored)));
  const auto expected = own.push(std::vector<float>(100, 3));
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(std::abs(got[i] - expected[i]), 0, 1e-5) << i;
}

/// A tone in the middle of a channel is constant there, and at the stop band's level elsewhere.
TEST_F(Channels, SeparateTones) {
  Channelizer<std::complex<float>> channels(device_, {.channels = 16});
  std::vector<std::complex<float>> x;
  for (int s = 0; s < 16 * 20; ++s) {
    const double angle = 2 * std::numbers::pi * (5 * s % 16) / 16;
    x.emplace_back(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
  }
  const auto frames = channels.push(x);
  for (int k = 0; k < 16; ++k) {
    const std::complex<float> y = frames[frames.size() - 16 + k];
    EXPECT_NEAR(std::abs(y), k == 5 ? 1 : 0, 1e-4) << k;
  }
  EXPECT_NEAR(frames[frames.size() - 11].real(), 1, 1e-5);
}

TEST_F(Channels, RefuseWhatMakesNoSense) {
  using Complex = Channelizer<std::complex<float>>;
  const auto message = [&](const std::function<void()>& action) {
    return test::message_of(ErrorCode::invalid_argument, action, "no error");
  };
  const auto made = [&](const ChannelizerOptions& options) { return message([&] { Complex(device_, options); }); };
  EXPECT_NE(made({.channels = 1}).find("a channelizer of 1 channel: it has 2 to 2^27"), std::string::npos);
  EXPECT_NE(made({.channels = 16, .hop = 17}).find("17 samples apart"), std::string::npos);
  EXPECT_NE(made({.channels = 16, .hop = -1}).find("-1 samples apart"), std::string::npos);
  EXPECT_NE(made({.channels = 16, .taps = {1, NAN}}).find("whose tap 1 is nan"), std::string::npos);
  EXPECT_NE(made({.channels = 1 << 25}).find("ChannelizerOptions::taps"), std::string::npos);
  EXPECT_NE(made({.channels = 16, .taps = {1e300}}).find("f32"), std::string::npos);
  EXPECT_NE(message([] { (void)channel_filter(0); }).find("0 channels"), std::string::npos);
  EXPECT_NE(message([] { (void)channel_filter(1 << 25); }).find("1 to 4 taps each"), std::string::npos);
  EXPECT_NE(message([] { (void)channel_filter(4, 8, -1); }).find("give such a beta"), std::string::npos);
  Complex channels(device_, {.channels = 16, .storage = Storage::i8});
  EXPECT_NE(message([&] { (void)channels.push(Signal(3)); }).find("push_stored"), std::string::npos);
  EXPECT_NE(message([&] { (void)channels.push_stored(std::vector<std::byte>(3)); }).find("3 bytes"), std::string::npos);
  EXPECT_NE(message([&] { (void)channels.frames(-1); }).find("-1 samples"), std::string::npos);
  const Stream stream(device_);
  const Buffer few(device_, 100);
  EXPECT_NE(message([&] { channels.push(stream, few, 51, few); }), "no error");
  EXPECT_NE(message([&] { channels.push(stream, few, 16, few); }), "no error");
  Channelizer<float> wide(device_, {.channels = 1 << 20, .hop = 1, .taps = {1}, .storage = Storage::i8});
  EXPECT_NE(message([&] { wide.push(stream, few, std::int64_t{1} << 48, few); }).find("frames"), std::string::npos);
  EXPECT_EQ(channels.frames(15), 0);
  EXPECT_EQ(channels.push(stream, few, 15, {}), 0);
  EXPECT_EQ(channels.frames(1), 1);
  stream.synchronize();
}

}  // namespace
}  // namespace papilio::test
