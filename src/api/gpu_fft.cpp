// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The transforms of gpu_fft.hpp; the rest of it is in src/core.
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>

#include "api/recent_plans.hpp"

namespace papilio::gpu_fft {
namespace {

using Bins = std::vector<std::complex<float>>;

// A batch goes through in blocks of about as many samples, 1 MiB: more would leave the host's caches, and the memory of
// a large copy is mapped page by page each time.
constexpr std::size_t block_samples = std::size_t{1} << 18U;

/// Bin n - k of a real signal is the conjugate of bin k.
Bins whole(std::span<const std::complex<float>> half, std::size_t n) {
  Bins bins(n);
  for (std::size_t k = 0; k < n; ++k) bins[k] = k <= n / 2 ? half[k] : std::conj(half[n - k]);
  return bins;
}

/// The real parts of the inverse transforms of `batch` spectra, one after the other.
std::vector<float> inverse(std::span<const std::complex<float>> bins, std::size_t batch) {
  Problem problem = Problem::c2c(Precision::f32, static_cast<std::int64_t>(bins.size() / batch),
                                 static_cast<std::int64_t>(batch), Direction::inverse);
  problem.scale = Scale::inverse_n;
  Bins signals(bins.size());
  api::execute_recent(problem, bins, signals);
  std::vector<float> real(bins.size());
  std::transform(signals.begin(), signals.end(), real.begin(), [](std::complex<float> value) { return value.real(); });
  return real;
}

}  // namespace

std::vector<Spectrum> fft_batch(std::span<const std::vector<float>> signals) {
  std::size_t longest = 0;
  for (const std::vector<float>& signal : signals) longest = std::max(longest, signal.size());
  const std::size_t n = padded_length(longest);
  std::vector<Spectrum> spectra(signals.size());
  if (n == 0) return spectra;
  const std::size_t blocks = std::max<std::size_t>(1, std::min(signals.size(), signals.size() * n / block_samples));
  const std::size_t batch = (signals.size() + blocks - 1) / blocks;
  const Problem problem = Problem::r2c(Precision::f32, static_cast<std::int64_t>(n), static_cast<std::int64_t>(batch));
  problem.validate();
  const std::size_t half = n / 2 + 1;
  std::vector<float> in(n * batch);
  Bins out(half * batch);
  for (std::size_t first = 0; first < signals.size(); first += batch) {
    const std::size_t count = std::min(batch, signals.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<float>& signal = signals[first + i];
      const auto begin = in.begin() + static_cast<std::ptrdiff_t>(i * n);
      std::fill(std::copy(signal.begin(), signal.end(), begin), begin + static_cast<std::ptrdiff_t>(n), 0.0F);
    }
    api::execute_recent(problem, in, out);  // the last block is filled up with signals of the one before
    for (std::size_t i = 0; i < count; ++i) {
      spectra[first + i] = {whole(std::span(out).subspan(i * half, half), n), signals[first + i].size()};
    }
  }
  return spectra;
}

Spectrum fft(std::span<const float> signal) {
  const std::vector<float> one(signal.begin(), signal.end());
  return std::move(fft_batch(std::span(&one, 1)).front());
}

std::vector<float> ifft(std::span<const std::complex<float>> bins) {
  if (bins.empty()) return {};
  return inverse(bins, 1);
}

std::vector<std::vector<float>> ifft_batch(std::span<const Spectrum> spectra) {
  std::vector<std::vector<float>> signals(spectra.size());
  const std::size_t n = spectra.empty() ? 0 : spectra.front().bins.size();
  Bins in;
  in.reserve(n * spectra.size());
  for (const Spectrum& spectrum : spectra) {
    if (spectrum.bins.size() != n || spectrum.samples > n) {
      throw Error::invalid_argument(fmt::format("a spectrum of {} bins for {} samples in a batch of {} bins",
                                                spectrum.bins.size(), spectrum.samples, n),
                                    "all of a batch have the same number of bins, and no fewer than samples",
                                    "give what one fft_batch() made, or use ifft()");
    }
    in.insert(in.end(), spectrum.bins.begin(), spectrum.bins.end());
  }
  if (n == 0) return signals;
  const std::vector<float> all = inverse(in, spectra.size());
  for (std::size_t i = 0; i < spectra.size(); ++i) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * n);
    signals[i].assign(begin, begin + static_cast<std::ptrdiff_t>(spectra[i].samples));
  }
  return signals;
}

std::vector<float> ifft(const Spectrum& spectrum) { return std::move(ifft_batch(std::span(&spectrum, 1)).front()); }

}  // namespace papilio::gpu_fft
