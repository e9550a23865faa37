// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A long signal in blocks: one stream copies to the device, one transforms, one copies back, and events keep them in
// step. While a block is transformed, the next one arrives and the one before leaves.
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <papilio/papilio.hpp>

namespace {

constexpr std::int64_t points = 4096;
constexpr std::int64_t per_block = 16;
constexpr std::size_t blocks = 8;
constexpr std::size_t values = points * per_block;

using Signal = std::vector<std::complex<float>>;

/// Transform t is a wave of frequency t.
Signal waves() {
  Signal signal(values * blocks);
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const std::size_t turns = (i / points) * (i % points) % points;
    const double angle = 2 * std::numbers::pi * static_cast<double>(turns) / points;
    signal[i] = std::complex<float>(std::complex<double>(std::cos(angle), std::sin(angle)));
  }
  return signal;
}

}  // namespace

int main() try {
  const papilio::Device device("auto");
  const papilio::Plan plan(device, papilio::Problem::c2c(papilio::Precision::f32, points, per_block));
  const Signal signal = waves();
  Signal spectra(signal.size());

  const std::size_t bytes = values * sizeof(signal[0]);
  const papilio::Stream to_device(device), compute(device), from_device(device);
  struct Slot {  // every other block uses the same memory
    papilio::Buffer in, out;
    papilio::Event read, written;  // the transform has read `in`; the copy to the host has read `out`
  };
  std::array<Slot, 2> slots;
  for (Slot& slot : slots) slot = {papilio::Buffer(device, bytes), papilio::Buffer(device, bytes), {}, {}};

  const papilio::Event begin = compute.record();
  for (std::size_t b = 0; b < blocks; ++b) {
    Slot& slot = slots[b % 2];
    if (slot.read) to_device.wait(slot.read);
    to_device.upload_async(slot.in, &signal[b * values], bytes);
    compute.wait(to_device.record());
    if (slot.written) compute.wait(slot.written);
    plan.execute(compute, slot.in, slot.out);
    slot.read = compute.record();
    from_device.wait(slot.read);
    from_device.download_async(slot.out, &spectra[b * values], bytes);
    slot.written = from_device.record();
  }
  const papilio::Event end = from_device.record();
  end.wait();  // now the spectra are there
  std::printf("%zu blocks in %.2g s\n", blocks, papilio::seconds_between(begin, end));

  int wrong = 0;
  for (std::size_t t = 0; t < per_block * blocks; ++t) {
    if (std::abs(std::abs(spectra[t * points + t]) - static_cast<float>(points)) > 0.1F) ++wrong;
  }
  std::printf("%d of %zu spectra have no peak where it belongs\n", wrong, per_block * blocks);
  return wrong == 0 ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "streams: %s\n", error.what());
  return static_cast<int>(error.code());
}
