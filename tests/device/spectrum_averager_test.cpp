// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Averaged spectra, compared with the definition in long double. Pieces of any sizes, on host and device memory, have
// the bits of one piece.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <papilio/spectrum_averager.hpp>
#include <random>

#include "device/stft_samples.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

template <class Number>
bool equal_bits(const std::vector<Number>& a, const std::vector<Number>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Number)) == 0;
}

void expect_refused(const std::string& text, const std::function<void()>& action) {
  const std::string message = message_of(ErrorCode::invalid_argument, action);
  EXPECT_NE(message.find(text), std::string::npos) << message;
}

class AveragedSpectra : public OnDevice {
 protected:
  struct Expected {
    std::vector<LongComplex> power;
    std::vector<LongComplex> second;
    std::vector<LongComplex> cross;
    std::vector<LongComplex> peak;
  };

  template <class T>
  static std::vector<LongComplex> spectrum_of(const SpectrumAveragerOptions& options, const std::vector<T>& x,
                                              std::int64_t first) {
    std::vector<LongComplex> segment(static_cast<std::size_t>(options.transform));
    LongComplex mean = 0;
    for (std::int64_t j = 0; j < options.length; ++j) mean += LongComplex(x[static_cast<std::size_t>(first + j)]);
    mean /= static_cast<long double>(options.length);
    if (options.detrend == Detrend::none) mean = 0;
    for (std::int64_t j = 0; j < options.length; ++j) {
      const auto own = static_cast<std::size_t>(j);
      segment[own] =
          static_cast<long double>(options.window[own]) * (LongComplex(x[static_cast<std::size_t>(first + j)]) - mean);
    }
    return reference_dft(segment, Direction::forward);
  }

  template <class T>
  static Expected expected_of(const SpectrumAveragerOptions& options, const std::vector<T>& x, const std::vector<T>& y,
                              std::int64_t bins) {
    long double sum = 0;
    long double squares = 0;
    for (const double w : options.window) {
      sum += w;
      squares += static_cast<long double>(w) * w;
    }
    const long double factor =
        options.scaling == SpectrumScaling::density ? 1 / (options.rate * squares) : 1 / (sum * sum);
    const auto size = static_cast<std::size_t>(bins);
    Expected result{std::vector<LongComplex>(size), std::vector<LongComplex>(size), std::vector<LongComplex>(size),
                    std::vector<LongComplex>(size)};
    const std::int64_t segments = (std::ssize(x) - options.length) / options.hop + 1;
    for (std::int64_t s = 0; s < segments; ++s) {
      const auto own = spectrum_of(options, x, s * options.hop);
      const auto other = spectrum_of(options, y, s * options.hop);
      for (std::int64_t bin = 0; bin < bins; ++bin) {
        const auto k = static_cast<std::size_t>(bin);
        const bool once = is_complex<T> || bin == 0 || 2 * bin == options.transform;
        const long double c = once ? factor : 2 * factor;
        result.power[k] += c * std::norm(own[k]) / static_cast<long double>(segments);
        result.second[k] += c * std::norm(other[k]) / static_cast<long double>(segments);
        result.cross[k] += c * std::conj(own[k]) * other[k] / static_cast<long double>(segments);
        result.peak[k] = std::max(result.peak[k].real(), c * std::norm(own[k]));
      }
    }
    return result;
  }

  template <class Number>
  static std::vector<LongComplex> wide(const std::vector<Number>& numbers) {
    return {numbers.begin(), numbers.end()};
  }

  template <class T>
  void expect_definition(SpectrumAveragerOptions options, std::int64_t samples) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    SpectrumAverager<T> one(device_, options);
    options.signals = 2;
    SpectrumAverager<T> two(device_, options);
    options = two.options();
    SCOPED_TRACE(testing::Message() << options.length << " samples, hop " << options.hop << ", transform "
                                    << options.transform << ", f" << sizeof(typename SpectrumAverager<T>::Real) * 8
                                    << (is_complex<T> ? " complex" : " real"));
    const std::vector<T> x = random_samples<T>(samples, 7);
    const std::vector<T> y = random_samples<T>(samples, 8);
    one.push(x);
    two.push(x, y);
    ASSERT_EQ(one.segments(), (samples - options.length) / options.hop + 1);
    EXPECT_EQ(one.bins(), is_complex<T> ? options.transform : options.transform / 2 + 1);
    const Expected expected = expected_of(options, x, y, one.bins());
    const double unit = precision_of<T> == Precision::f32 ? 0x1p-24 : 0x1p-53;
    const double bound = 2 * error_bound(options.transform, precision_of<T>) + 16 * unit;
    EXPECT_LE(relative_l2(wide(one.power()), expected.power), bound);
    EXPECT_LE(relative_l2(wide(one.peak()), expected.peak), bound);
    EXPECT_LE(relative_l2(wide(two.power()), expected.power), bound);
    EXPECT_LE(relative_l2(wide(two.second_power()), expected.second), bound);
    // Sums of products nearly cancel.
    const long double scale = std::sqrt(static_cast<long double>(one.segments()));
    EXPECT_LE(relative_l2(wide(two.cross()), expected.cross), bound * 4 * static_cast<double>(scale));
    const auto coherence = two.coherence();
    const auto cross = two.cross();
    for (std::size_t k = 0; k < coherence.size(); ++k) {
      const double of = std::norm(std::complex<double>(cross[k])) / two.power()[k] / two.second_power()[k];
      ASSERT_NEAR(coherence[k], of, 4 * unit * of + 1e-30) << k;
      ASSERT_LE(coherence[k], 1 + 64 * unit);
    }
  }

  /// Pieces of odd sizes, of host and of device memory.
  template <class T>
  void expect_pieces(const SpectrumAveragerOptions& options, std::int64_t samples) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    SCOPED_TRACE(testing::Message() << options.length << " samples, hop " << options.hop << ", signals "
                                    << options.signals);
    SpectrumAverager<T> spectra(device_, options);
    const std::vector<T> x = random_samples<T>(samples, 11);
    const std::vector<T> y(x.rbegin(), x.rend());
    const bool pair = options.signals == 2;
    const auto results = [&] {
      auto power = spectra.power();
      const auto other = pair ? spectra.second_power() : spectra.peak();
      power.insert(power.end(), other.begin(), other.end());
      return power;
    };
    pair ? spectra.push(x, y) : spectra.push(x);
    const auto expected = results();
    for (int round = 0; round < 3; ++round) {
      spectra.reset();
      std::mt19937_64 random(static_cast<std::uint64_t>(round + 3));
      const Stream stream(device_);
      for (std::int64_t at = 0, piece = 0; at < samples; at += piece) {
        const auto longest = static_cast<std::uint64_t>(random() % 4 == 0 ? 20 * options.length : options.length);
        piece = std::min<std::int64_t>(1 + static_cast<std::int64_t>(random() % longest), samples - at);
        const std::span own = std::span(x).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(piece));
        const std::span other = std::span(y).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(piece));
        if (round == 0 || random() % 3 == 0) {
          pair ? spectra.push(own, other) : spectra.push(own);
          continue;
        }
        const Buffer first(device_, own.size_bytes());
        const Buffer second(device_, own.size_bytes());
        stream.upload(first, own.data(), own.size_bytes());
        stream.upload(second, other.data(), own.size_bytes());
        pair ? spectra.push(stream, first, second, piece) : spectra.push(stream, first, piece);
        if (random() % 8 == 0) stream.synchronize();
      }
      EXPECT_TRUE(equal_bits(results(), expected)) << round;
    }
  }

  template <class Stored>
  void expect_stored(Storage storage, int low) {
    for (const Detrend detrend : {Detrend::none, Detrend::mean}) {
      SpectrumAveragerOptions options{.length = 60, .hop = 25, .detrend = detrend};
      SpectrumAverager<std::complex<float>> of_numbers(device_, options);
      options.storage = storage;
      SpectrumAverager<std::complex<float>> of_stored(device_, options);
      std::mt19937_64 random(5);
      std::vector<std::complex<Stored>> stored;
      std::vector<std::complex<float>> numbers;
      for (int i = 0; i < 3000; ++i) {
        const auto draw = [&] { return static_cast<Stored>(low + static_cast<int>(random() % 256)); };
        stored.emplace_back(draw(), draw());
        numbers.emplace_back(stored.back().real(), stored.back().imag());
      }
      const std::span all = std::as_bytes(std::span(stored));
      of_stored.push_stored(all.first(7 * 2 * sizeof(Stored)));
      of_stored.push_stored(all.subspan(7 * 2 * sizeof(Stored)));
      of_numbers.push(numbers);
      EXPECT_LE(relative_l2(wide(of_stored.power()), wide(of_numbers.power())),
                2 * error_bound(60, Precision::f32) + 16 * 0x1p-24);
    }
  }
};

TEST_F(AveragedSpectra, AreThoseOfTheDefinition) {
  for (const Detrend detrend : {Detrend::none, Detrend::mean}) {
    expect_definition<float>({.length = 64, .rate = 48000, .detrend = detrend}, 700);
    expect_definition<float>({.length = 31, .hop = 7, .detrend = detrend}, 400);
    expect_definition<float>({.length = 50, .transform = 64, .scaling = SpectrumScaling::spectrum, .detrend = detrend},
                             500);
    expect_definition<std::complex<float>>({.length = 48, .hop = 48, .detrend = detrend}, 480);
    expect_definition<double>({.length = 60, .hop = 20, .rate = 8, .detrend = detrend}, 700);
    expect_definition<std::complex<double>>({.length = 17, .hop = 5, .transform = 24, .detrend = detrend}, 300);
  }
  expect_definition<float>({.length = 16, .hop = 3, .window = std::vector<double>(16, 1)}, 600);
  expect_definition<float>({.length = 1, .window = {2}, .detrend = Detrend::none}, 100);
}

TEST_F(AveragedSpectra, OfPiecesHaveTheBitsOfOnePiece) {
  for (const int signals : {1, 2}) {
    for (const Detrend detrend : {Detrend::none, Detrend::mean}) {
      expect_pieces<float>({.length = 64, .hop = 32, .detrend = detrend, .signals = signals}, 9000);
      expect_pieces<float>({.length = 30, .hop = 11, .detrend = detrend, .signals = signals}, 6000);
      expect_pieces<std::complex<float>>({.length = 64, .hop = 24, .detrend = detrend, .signals = signals}, 9000);
    }
  }
  expect_pieces<double>({.length = 48, .transform = 64, .detrend = Detrend::none}, 9000);
}

TEST_F(AveragedSpectra, OfStoredNumbers) {
  expect_stored<std::int8_t>(Storage::i8, -128);
  expect_stored<std::uint8_t>(Storage::u8, 0);
  expect_stored<std::int16_t>(Storage::i16, -99);
  expect_stored<std::uint16_t>(Storage::u16, 1000);
}

/// The sum of 2^16 segments in single precision is as precise as that of a few.
TEST_F(AveragedSpectra, OfManySegmentsAreAsPrecise) {
  constexpr std::int64_t samples = std::int64_t{1} << 18;
  SpectrumAverager<float> spectra(device_, {.length = 4, .hop = 4, .window = {1, 1, 1, 1}, .detrend = Detrend::none});
  const std::vector<float> x = random_samples<float>(samples, 3);
  spectra.push(x);
  double sum = 0;
  for (std::int64_t i = 0; i < samples; i += 4) {
    const double segment = static_cast<double>(x[i]) + x[i + 1] + x[i + 2] + x[i + 3];
    sum += segment * segment / 4;
  }
  EXPECT_EQ(spectra.segments(), samples / 4);
  EXPECT_NEAR(spectra.power()[0] / (sum / (samples / 4.0)), 1, 4e-7);
}

TEST_F(AveragedSpectra, AreWrittenToDeviceMemory) {
  SpectrumAverager<std::complex<float>> spectra(device_, {.length = 40, .signals = 2});
  const auto x = random_samples<std::complex<float>>(500, 1);
  const auto y = random_samples<std::complex<float>>(500, 2);
  spectra.push(x, y);
  std::vector<std::complex<float>> got(40, {NAN, NAN});
  const Stream stream(device_);
  const Buffer out(device_, got.size() * sizeof(got[0]));
  stream.upload(out, got.data(), out.size_bytes());
  spectra.read(stream, AveragedSpectrum::cross, out);
  stream.download(out, got.data(), out.size_bytes());
  EXPECT_TRUE(equal_bits(got, spectra.cross()));
}

/// Each piece is pushed by a stream that ends before the next one.
TEST_F(AveragedSpectra, OfStreamsThatEnd) {
  SpectrumAverager<float> spectra(device_, {.length = 16});
  const auto x = random_samples<float>(300, 17);
  spectra.push(x);
  const auto expected = spectra.power();
  spectra.reset();
  for (std::size_t at = 0; at < x.size(); at += 50) {
    const Buffer in(device_, 50 * sizeof(float));
    const Stream stream(device_);
    stream.upload(in, &x[at], in.size_bytes());
    spectra.push(stream, in, 50);
    stream.synchronize();
  }
  EXPECT_TRUE(equal_bits(spectra.power(), expected));
}

/// Samples of the host that are still on their way when those of another stream follow.
TEST_F(AveragedSpectra, OfHostSamplesBeforeThoseOfAStream) {
  constexpr std::size_t waits = (std::size_t{1} << 21) - 1;  // 2^20 go to the device, and nearly as many wait
  constexpr std::int64_t piece = 64;
  SpectrumAverager<float> spectra(device_, {.length = 1024, .hop = 256});
  auto x = random_samples<float>(waits + piece, 19);
  for (std::size_t i = waits / 2; i < x.size(); ++i) x[i] *= 100;
  spectra.push(x);
  const auto expected = spectra.power();
  const std::span behind = std::span(x).subspan(waits);
  const Stream stream(device_);
  const Buffer in(device_, behind.size_bytes());
  stream.upload(in, behind.data(), in.size_bytes());
  for (int round = 0; round < 2; ++round) {
    spectra.reset();
    spectra.push(std::span(x).first(waits));
    spectra.push(stream, in, piece);
    EXPECT_TRUE(equal_bits(spectra.power(), expected)) << round;
  }
}

/// Plans of such lengths have scratch for 32 segments, and the next one does not begin at a multiple of four samples.
TEST_F(AveragedSpectra, OfLongSegmentsAtOddDistances) {
  constexpr std::int64_t length = 65537;
  constexpr std::int64_t hop = length / 8 + 1;
  constexpr std::int64_t segments = 34;
  const auto x = random_samples<float>(length + (segments - 1) * hop, 23);
  SpectrumAverager<float> spectra(device_, {.length = length, .hop = hop, .detrend = Detrend::none});
  spectra.push(x);
  ASSERT_EQ(spectra.segments(), segments);
  const std::vector<double>& window = spectra.options().window;
  double squares = 0;
  for (const double w : window) squares += w * w;
  double constant = 0;  // the first bin
  for (std::int64_t first = 0; first < segments * hop; first += hop) {
    double sum = 0;
    for (std::int64_t j = 0; j < length; ++j) sum += window[j] * static_cast<double>(x[first + j]);
    constant += sum * sum / squares / segments;
  }
  EXPECT_NEAR(spectra.power()[0] / constant, 1, 1e-4);
}

/// The square of a cross spectrum would be no number of f32.
TEST_F(AveragedSpectra, OfWeakSignalsHaveACoherence) {
  SpectrumAverager<float> spectra(device_, {.length = 64, .signals = 2});
  auto x = random_samples<float>(1000, 29);
  for (float& sample : x) sample *= 1e-12F;
  spectra.push(x, x);
  for (const float coherence : spectra.coherence()) EXPECT_NEAR(coherence, 1, 1e-5);
}

TEST_F(AveragedSpectra, SayWhatIsWrong) {
  const auto expect_unmade = [&](const std::string& text, const SpectrumAveragerOptions& options) {
    expect_refused(text, [&] { SpectrumAverager<float>(device_, options); });
  };
  expect_unmade("segments of 0 samples", {});
  expect_unmade("9 apart", {.length = 8, .hop = 9});
  expect_unmade("transforms of 7", {.length = 8, .transform = 7});
  expect_unmade("a window of 2 numbers", {.length = 8, .window = {1, 2}});
  expect_unmade("is 0", {.length = 2, .window = {1, -1}, .scaling = SpectrumScaling::spectrum});
  expect_unmade("nan at 1", {.length = 2, .window = {1, NAN}});
  expect_unmade("at 0 Hz", {.length = 8, .rate = 0});
  expect_unmade("1/rate is out of range", {.length = 8, .rate = 1e38});
  expect_unmade("1/rate is out of range", {.length = 8, .rate = 1e-39});
  expect_unmade("there is no such scaling", {.length = 8, .scaling = static_cast<SpectrumScaling>(2)});
  expect_unmade("there is no such detrend", {.length = 8, .detrend = static_cast<Detrend>(-1)});
  expect_unmade("3 signals", {.length = 8, .signals = 3});
  SpectrumAverager<float> spectra(device_, {.length = 8});
  const std::vector<float> x(20);
  expect_refused("no segment", [&] { (void)spectra.power(); });
  expect_refused("samples of 2 signals", [&] { spectra.push(x, x); });
  expect_refused("these are of two", [&] { (void)spectra.cross(); });
  expect_refused("a sample has 4 bytes", [&] { spectra.push_stored(std::as_bytes(std::span(x)).first(5)); });
  const Stream stream(device_);
  const Buffer small(device_, 16);
  expect_refused("does not hold 20 bytes", [&] { spectra.push(stream, small, 5); });
  expect_refused("-1 samples", [&] { spectra.push(stream, small, -1); });
  spectra.push(x);
  expect_refused("does not hold 20 bytes", [&] { spectra.read(stream, AveragedSpectrum::power, small); });
  EXPECT_EQ(spectra.power(), std::vector<float>(5, 0));
}

}  // namespace
}  // namespace papilio::test
