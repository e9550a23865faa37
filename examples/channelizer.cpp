// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// docs/channelizer.md: a band split into channels, in pieces of host memory and of device memory.
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>
#include <span>
#include <vector>

namespace {

/// A tone of `cycles` per sample, as an 8-bit receiver delivers it.
std::vector<std::complex<std::int8_t>> received(int samples, double cycles) {
  std::vector<std::complex<std::int8_t>> result;
  for (int s = 0; s < samples; ++s) {
    const std::complex<double> z = std::polar(100.0, 2 * std::numbers::pi * cycles * s);
    result.emplace_back(static_cast<std::int8_t>(std::lround(z.real())),
                        static_cast<std::int8_t>(std::lround(z.imag())));
  }
  return result;
}

}  // namespace

int main() {
  const papilio::Device device("auto");
  const std::vector<std::complex<std::int8_t>> samples = received(65536, 9.0 / 64);

  papilio::Channelizer<std::complex<float>> channels(device,
                                                     {.channels = 64, .hop = 48, .storage = papilio::Storage::i8});
  const std::span all = std::as_bytes(std::span(samples));
  std::vector<std::complex<float>> frames = channels.push_stored(all.first(1001 * 2));
  const auto rest = channels.push_stored(all.subspan(1001 * 2));
  frames.insert(frames.end(), rest.begin(), rest.end());
  const std::complex<float>* const last = &frames[frames.size() - 64];
  std::printf("%zu frames, |channel 9| = %.1f, |channel 10| = %.1f\n", frames.size() / 64,
              static_cast<double>(std::abs(last[9])), static_cast<double>(std::abs(last[10])));

  const papilio::Stream stream(device);
  const papilio::Buffer in(device, all.size());
  stream.upload(in, all.data(), all.size());
  channels.reset();
  const std::int64_t count = 65536;
  const papilio::Buffer out(device, static_cast<std::size_t>(channels.frames(count) * 64) * sizeof(frames[0]));
  channels.push(stream, in, count, out);
  std::vector<std::complex<float>> same(frames.size());
  stream.download(out, same.data(), out.size_bytes());
  std::printf("the same bits in device memory: %s\n", same == frames ? "yes" : "no");
  return same == frames ? 0 : 1;
}
