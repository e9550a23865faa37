// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/spectrum/gpu_fft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>

#include "tools/spectrum/welch.hpp"

namespace papilio::tool {
namespace {

constexpr std::size_t most_samples = 1U << 27U;  // the library's longest transform

std::vector<std::complex<float>> read_all(SignalReader& signal) {
  std::vector<std::complex<float>> samples;
  std::vector<double> block(1U << 16U);
  for (std::size_t got = signal.read(block); got > 0; got = signal.read(block)) {
    if (samples.size() + got > most_samples) {
      throw Error::invalid_argument(signal.info().path, "is longer than the 2^27 samples of --preset gpu-fft",
                                    "leave the preset out: averaging takes any length");
    }
    for (std::size_t i = 0; i < got; ++i) {
      if (!std::isfinite(block[i])) {
        throw Error::io(signal.info().path, "holds samples that are not finite", "remove them");
      }
      samples.emplace_back(static_cast<float>(block[i]));
    }
  }
  return samples;
}

}  // namespace

PowerSpectrum gpu_fft_spectrum(SignalReader& signal, const BatchFftFactory& make_fft) {
  PowerSpectrum result;
  result.sample_rate = required_rate(signal.info());
  if (signal.info().kind != SampleKind::real) {
    throw Error::invalid_argument(signal.info().path, "holds complex samples, which gpu-fft does not support",
                                  "leave --preset out");
  }
  std::vector<std::complex<float>> samples = read_all(signal);
  if (samples.empty()) {
    throw Error::io(signal.info().path, "holds no samples", "check that the recording has ended");
  }
  result.samples = result.read = static_cast<std::int64_t>(samples.size());
  result.segments = 1;
  result.length = gpu_fft::padded_length(samples.size());
  result.scaling = Scaling::gpu_fft;
  result.window = Window{WindowKind::rectangular}.name();
  result.step = result.sample_rate / static_cast<double>(result.length);
  samples.resize(result.length);
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<BatchFft> fft = make_fft(result.length, 1);
  result.set_up_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::vector<std::complex<float>> out(result.length);
  result.timing = fft->transform(samples, out);
  result.power = gpu_fft::one_sided_psd(out);
  const auto strongest = std::max_element(result.power.begin(), result.power.end());
  if (strongest == result.power.begin() || strongest + 1 == result.power.end()) {
    result.notes.push_back(
        fmt::format("the strongest frequency, {} Hz, is the first or the last, which gpu-fft never lists",
                    result.frequency(static_cast<std::size_t>(strongest - result.power.begin()))));
  }
  return result;
}

}  // namespace papilio::tool
