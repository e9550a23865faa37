// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short-time transforms of device memory, compared with those of host memory; misuse.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "device/stft_samples.hpp"
#include "support/error_of.hpp"

namespace papilio::test {
namespace {

/// Device memory: three executions on outputs of NaNs have the same bits, and leave the input as it was. They are those
/// of host memory if there is one signal; several have a plan of their own.
class StftOnStream : public OnDevice {
 protected:
  template <class In, class Out, class Enqueue>
  void expect_same(const std::vector<In>& in, std::vector<Out> expected, double bound, const Enqueue& enqueue) {
    const Stream stream(device_);
    const Buffer from(device_, in.size() * sizeof(In));
    const Buffer to(device_, expected.size() * sizeof(Out));
    stream.upload(from, in.data(), from.size_bytes());
    for (int run = 0; run < 3; ++run) {
      using Real = decltype(std::real(Out{}));
      std::vector<Out> out(expected.size(), Out(std::numeric_limits<Real>::quiet_NaN()));
      stream.upload(to, out.data(), to.size_bytes());
      enqueue(stream, from, to);
      stream.download(to, out.data(), to.size_bytes());
      if (run == 0 && bound > 0) {
        ASSERT_LE(relative_l2(std::vector<LongComplex>(out.begin(), out.end()),
                              std::vector<LongComplex>(expected.begin(), expected.end())),
                  bound);
        expected = out;
      }
      ASSERT_EQ(std::memcmp(out.data(), expected.data(), to.size_bytes()), 0) << "execution " << run + 1;
    }
    std::vector<In> after(in.size());
    stream.download(from, after.data(), from.size_bytes());
    EXPECT_EQ(std::memcmp(in.data(), after.data(), from.size_bytes()), 0);
  }

  template <class T>
  void expect_same_as_host(const StftOptions& options, std::int64_t samples, std::int64_t batch, bool parts = false) {
    if (precision_of<T> == Precision::f64 && !device_.info().f64) return;
    SCOPED_TRACE(testing::Message() << "length " << options.length << " hop " << options.hop << " samples " << samples
                                    << " batch " << batch << " padding " << static_cast<int>(options.padding));
    const Stft<T> stft(device_, options);
    const std::vector<T> signals = random_samples<T>(batch * samples, 21);
    const auto spectra = stft.forward(signals, batch);
    const double bound = batch == 1 && !parts ? 0 : 2 * error_bound(options.length, precision_of<T>);
    expect_same(signals, spectra, bound, [&](const Stream& stream, const Buffer& in, const Buffer& out) {
      stft.forward(stream, in, out, samples, batch);
    });
    expect_same(signals, stft.power(signals, batch), 2 * bound,
                [&](const Stream& stream, const Buffer& in, const Buffer& out) {
                  stft.power(stream, in, out, samples, batch);
                });
    if (options.padding == StftPadding::none && options.window.empty()) return;  // sample 0 is lost
    expect_same(spectra, stft.inverse(spectra, samples, batch), parts ? 4 * bound : 0,
                [&](const Stream& stream, const Buffer& in, const Buffer& out) {
                  stft.inverse(stream, in, out, samples, batch);
                });
  }
};

TEST_F(StftOnStream, GivesWhatHostMemoryGives) {
  expect_same_as_host<float>({.length = 64, .hop = 16}, 500, 1);
  expect_same_as_host<float>({.length = 64, .hop = 16, .padding = StftPadding::reflect}, 501, 3);
  expect_same_as_host<float>({.length = 100, .hop = 50, .padding = StftPadding::none}, 1000, 1);  // read where it is
  expect_same_as_host<float>(
      {.length = 100, .hop = 25, .window = std::vector<double>(100, 2), .padding = StftPadding::none}, 1001, 2);
  expect_same_as_host<float>({.length = 97, .hop = 31, .padding = StftPadding::reflect}, 400, 2);
  expect_same_as_host<double>({.length = 60, .hop = 20, .scaling = StftScaling::psd}, 333, 2);
  expect_same_as_host<std::complex<float>>({.length = 48, .hop = 13}, 300, 3);
  expect_same_as_host<std::complex<double>>({.length = 37, .hop = 9, .padding = StftPadding::reflect}, 300, 1);
}

TEST_F(StftOnStream, LeavesOutFramesThatAreNotFull) {
  StftOptions options{.length = 256, .hop = 64, .last_frame = StftLastFrame::left_out};
  expect_same_as_host<float>(options, 701, 2);
  options.padding = StftPadding::reflect;
  expect_same_as_host<float>(options, 701, 3);
  expect_same_as_host<std::complex<double>>(options, 500, 1);
  const Stft<float> stft(device_, {.length = 64, .padding = StftPadding::none, .last_frame = StftLastFrame::left_out});
  const Stream stream(device_);
  const Buffer signal(device_, 63 * sizeof(float));
  stft.forward(stream, signal, Buffer(device_, 8), 63);  // enqueues nothing
}

/// GPUs read frames as long as these from the signals.
TEST_F(StftOnStream, ReadsFramesOfSeveralSignals) {
  if (device_.info().kind == DeviceKind::cpu) GTEST_SKIP() << "CPUs read padded copies";
  expect_same_as_host<float>({.length = 400, .hop = 160, .padding = StftPadding::reflect}, 1602, 3);
  expect_same_as_host<float>({.length = 256, .hop = 64}, 701, 2);  // the second begins at an odd sample
  expect_same_as_host<float>({.length = 402, .hop = 158, .padding = StftPadding::reflect}, 1000, 1);
  expect_same_as_host<double>({.length = 200, .hop = 40}, 555, 2);
  expect_same_as_host<std::complex<float>>({.length = 128, .hop = 37, .padding = StftPadding::reflect}, 300, 3);
}

TEST_F(StftOnStream, TakesSingleFrames) {
  const std::vector<double> ones(64, 1);
  expect_same_as_host<float>({.length = 64, .hop = 64, .window = ones, .padding = StftPadding::none}, 64, 3);
  expect_same_as_host<float>({.length = 1, .hop = 1, .window = {3}, .padding = StftPadding::none}, 10, 2);
}

TEST_F(StftOnStream, LeavesOutSamplesBetweenFrames) {
  const std::vector<double> ones(16, 1);
  const Stft<float> stft(device_, {.length = 16, .hop = 4000, .window = ones});
  const std::vector<float> signals = random_samples<float>(std::int64_t{2} * 7980, 21);
  expect_same(
      signals, stft.forward(signals, 2), 2 * error_bound(16, Precision::f32),
      [&](const Stream& stream, const Buffer& in, const Buffer& out) { stft.forward(stream, in, out, 7980, 2); });
}

/// Host memory goes through in parts of 32 frames, device memory at once.
TEST_F(StftOnStream, TakesFramesOfSeveralPasses) {
  expect_same_as_host<float>({.length = 65536, .hop = 16384}, 700001, 1, true);
}

/// Frames inside a long signal are read where they are, and have the bits of those of its pieces. With an odd hop these
/// are the frames from a multiple of four samples on; there is none for frames of 402 with a hop of 158.
TEST_F(StftOnStream, FramesOfALongSignalAreThoseOfItsPieces) {
  for (const auto& [length, hop] : {std::pair{400, 160}, {400, 161}, {402, 158}}) {
    SCOPED_TRACE(testing::Message() << "length " << length << " hop " << hop);
    const std::int64_t samples = std::int64_t{2000} * hop + 37;
    const StftOptions padded{.length = length, .hop = hop, .padding = StftPadding::reflect};
    StftOptions bare = padded;
    bare.padding = StftPadding::none;
    const Stft<float> stft(device_, padded);
    const std::vector<float> x = random_samples<float>(samples, 23);
    const auto own = stft.forward(x);
    const std::int64_t bins = stft.bins();
    ASSERT_EQ(std::ssize(own), stft.frames(samples) * bins);
    const auto expect = [&](std::int64_t first, std::int64_t begin, std::span<const std::complex<float>> frames) {
      ASSERT_GE(std::ssize(frames), begin * bins);
      const auto some = frames.subspan(static_cast<std::size_t>(begin * bins));
      EXPECT_EQ(std::memcmp(&own[(first + begin) * bins], some.data(), some.size_bytes()), 0) << first;
    };
    const std::span all(x);
    expect(700, 0, Stft<float>(device_, bare).forward(all.subspan(700 * hop - length / 2, 9 * hop + length)));
    expect(1950, 2, stft.forward(all.subspan(1950 * hop)));
    const auto head = stft.forward(all.first(50 * hop));
    expect(0, 0, std::span(head).first(45 * bins));
    expect_same_as_host<float>(padded, samples, 1);
    if (hop == 160) expect_same_as_host<float>(padded, 70001, 2);
  }
  expect_same_as_host<std::complex<float>>({.length = 64, .hop = 17}, 100003, 1);
}

TEST_F(StftOnStream, RefusesWhatMakesNoSense) {
  const Stft<float> stft(device_, {.length = 64, .hop = 16});
  const Stream stream(device_);
  const Buffer signal(device_, 400 * sizeof(float));
  const Buffer spectra(device_, 26 * 33 * 8);
  const auto message = [&](const std::function<void()>& action) {
    return test::message_of(ErrorCode::invalid_argument, action, "no error");
  };
  EXPECT_EQ(message([&] { stft.forward(stream, signal, spectra, 400); }), "no error");
  EXPECT_NE(message([&] { stft.forward(stream, signal, spectra, 401); }).find("1604"), std::string::npos);
  EXPECT_NE(message([&] { stft.forward(stream, signal, spectra, 400, 0); }).find("0 signals"), std::string::npos);
  EXPECT_NE(message([&] { stft.forward(stream, spectra, spectra, 400); }).find("give two buffers"), std::string::npos);
  EXPECT_NE(message([&] { stft.inverse(stream, signal, spectra, 400); }).find("6864"), std::string::npos);
  EXPECT_NE(message([&] { stft.forward(stream, signal, spectra, std::int64_t{1} << 40, 1 << 20); }).find("batch"),
            std::string::npos);
  stream.synchronize();
}

}  // namespace
}  // namespace papilio::test
