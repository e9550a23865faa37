// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The transforms of gpu_fft.hpp; the rest of it is in src/core.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/gpu_fft.hpp>
#include <utility>

#include "api/signal/recent_plans.hpp"
#include "core/number_theory.hpp"

namespace papilio::gpu_fft {
namespace {

using BinVector = std::vector<std::complex<float>>;
using SampleSpan = std::span<const float>;
using Spectral = std::span<const std::complex<float>>;

// A batch goes through in blocks of about as many numbers, 1 MiB, by one plan: more would leave the host's caches, and
// the memory of a large copy is mapped page by page each time. A signal that fills a block is read where it is.
constexpr std::size_t block_numbers = std::size_t{1} << 18U;

/// How many of `count` transforms of `numbers` numbers each are executed at once.
std::size_t batch_of(std::size_t count, std::size_t numbers) {
  const std::size_t blocks = std::max<std::size_t>(1, std::min(count, count * numbers / block_numbers));
  return ceil_div(count, blocks);
}

/// The numbers of a block. Memory of the last calls is used again, because new memory is mapped page by page, which
/// takes longer than a transform. At most eight vectors of two blocks, 16 MiB, are kept.
class KeptNumbers {
 public:
  explicit KeptNumbers(std::size_t bins) {
    {
      const std::lock_guard lock(kept().mutex);
      if (!kept().vectors.empty()) {
        bins_ = std::move(kept().vectors.back());
        kept().vectors.pop_back();
      }
    }
    bins_.resize(bins);
  }
  ~KeptNumbers() {
    const std::lock_guard lock(kept().mutex);
    if (kept().vectors.size() == max_kept || bins_.capacity() > block_numbers) return;
    kept().vectors.push_back(std::move(bins_));
  }
  KeptNumbers(const KeptNumbers&) = delete;
  KeptNumbers& operator=(const KeptNumbers&) = delete;

  [[nodiscard]] BinVector& bins() { return bins_; }
  /// The same memory: two floats a bin.
  [[nodiscard]] std::span<float> floats() { return {reinterpret_cast<float*>(bins_.data()), 2 * bins_.size()}; }

 private:
  static constexpr std::size_t max_kept = 8;
  struct KeptVectors {
    std::mutex mutex;
    std::vector<BinVector> vectors;
    KeptVectors() { vectors.reserve(max_kept); }  // so that giving back cannot fail
  };
  /// Never destroyed: programs may transform in destructors, too.
  static KeptVectors& kept() {
    static auto* const kept = new KeptVectors;
    return *kept;
  }

  BinVector bins_;
};

/// Bin n - k of a real signal is the conjugate of bin k. Each page of new memory is written once.
BinVector whole(Spectral half, std::size_t n) {
  BinVector bins;
  bins.reserve(n);
  bins.assign(half.begin(), half.end());
  const auto at = [&](std::size_t k) { return half.begin() + static_cast<std::ptrdiff_t>(k); };
  bins.insert(bins.end(), std::reverse_iterator(at((n + 1) / 2)), std::reverse_iterator(at(1)));
  for (std::size_t k = half.size(); k < n; ++k) bins[k] = std::conj(bins[k]);
  return bins;
}

SplitComplex whole_split(Spectral half, std::size_t n) {
  SplitComplex bins{std::vector<float>(n), std::vector<float>(n)};
  for (std::size_t k = 0; k < half.size(); ++k) {
    bins.real[k] = half[k].real();
    bins.imaginary[k] = half[k].imag();
  }
  for (std::size_t k = half.size(); k < n; ++k) {
    bins.real[k] = half[n - k].real();
    bins.imaginary[k] = -half[n - k].imag();
  }
  return bins;
}

/// Calls take(i, half spectrum) for each signal, padded to n samples.
template <typename Take>
void forward(std::span<const SampleSpan> signals, std::size_t n, const Take& take, const Device& device = {}) {
  const std::size_t batch = batch_of(signals.size(), n);
  const Problem problem = Problem::r2c(Precision::f32, static_cast<std::int64_t>(n), static_cast<std::int64_t>(batch));
  problem.validate();
  const std::size_t half = n / 2 + 1;
  const bool alone = batch == 1;
  KeptNumbers padding(
      alone && std::ranges::all_of(signals, [&](SampleSpan s) { return s.size() == n; }) ? 0 : (n * batch + 1) / 2);
  const std::span<float> padded = padding.floats().first(padding.bins().empty() ? 0 : n * batch);
  KeptNumbers out_space(half * batch);
  BinVector& out = out_space.bins();
  for (std::size_t first = 0; first < signals.size(); first += batch) {
    const std::size_t count = std::min(batch, signals.size() - first);
    const bool as_it_lies = alone && signals[first].size() == n;
    for (std::size_t i = 0; i < count && !as_it_lies; ++i) {
      const SampleSpan signal = signals[first + i];
      const auto begin = padded.begin() + static_cast<std::ptrdiff_t>(i * n);
      std::fill(std::copy(signal.begin(), signal.end(), begin), begin + static_cast<std::ptrdiff_t>(n), 0.0F);
    }
    // The last block is filled up with signals of the one before.
    api::execute_recent(problem, as_it_lies ? signals[first] : SampleSpan(padded), out, device);
    for (std::size_t i = 0; i < count; ++i) take(first + i, Spectral(out).subspan(i * half, half));
  }
}

/// Calls take(i, signal) for the inverse transform of each of `count` spectra of n bins, which spectrum(i) gives.
template <typename SpectrumOf, typename Take>
void inverse(std::size_t count, std::size_t n, const SpectrumOf& spectrum, const Take& take) {
  const std::size_t batch = batch_of(count, 2 * n);
  Problem problem =
      Problem::c2c(Precision::f32, static_cast<std::int64_t>(n), static_cast<std::int64_t>(batch), Direction::inverse);
  problem.scale = Scale::inverse_n;
  KeptNumbers in_space(batch == 1 ? 0 : n * batch);
  KeptNumbers out_space(n * batch);
  BinVector& in = in_space.bins();
  BinVector& out = out_space.bins();
  for (std::size_t first = 0; first < count; first += batch) {
    const std::size_t several = std::min(batch, count - first);
    for (std::size_t i = 0; i < several && batch > 1; ++i) {
      const Spectral bins = spectrum(first + i);
      std::copy(bins.begin(), bins.end(), in.begin() + static_cast<std::ptrdiff_t>(i * n));
    }
    api::execute_recent(problem, batch == 1 ? spectrum(first) : Spectral(in), out);
    for (std::size_t i = 0; i < several; ++i) take(first + i, Spectral(out).subspan(i * n, n));
  }
}

std::vector<float> real_parts(Spectral signal, std::size_t samples) {
  std::vector<float> real(samples);
  for (std::size_t i = 0; i < samples; ++i) real[i] = signal[i].real();
  return real;
}

/// Two vectors of one length.
struct SplitView {
  SampleSpan real;
  SampleSpan imaginary;
};

[[noreturn]] void throw_unequal(const SplitView& spectrum, std::size_t n) {
  throw Error::invalid_argument(fmt::format("a spectrum of {} real and {} imaginary parts in a batch of {} bins",
                                            spectrum.real.size(), spectrum.imaginary.size(), n),
                                "all of a batch have the same number of bins, with both parts",
                                "give what one fft_batch_split() made");
}

/// Planes of a whole block: all real parts, then all imaginary ones.
std::vector<std::vector<float>> inverse_split(std::span<const SplitView> spectra, Halves halves,
                                              const Device& device = {}) {
  const std::size_t n = spectra.empty() ? 0 : spectra.front().real.size();
  for (const SplitView& spectrum : spectra) {
    if (spectrum.real.size() != n || spectrum.imaginary.size() != n) throw_unequal(spectrum, n);
  }
  std::vector<std::vector<float>> signals(spectra.size());
  if (n == 0) return signals;
  const std::size_t batch = batch_of(spectra.size(), 2 * n);
  Problem problem =
      Problem::c2c(Precision::f32, static_cast<std::int64_t>(n), static_cast<std::int64_t>(batch), Direction::inverse);
  problem.scale = Scale::inverse_n;
  problem.in_layout = problem.out_layout = ComplexLayout::planar;
  KeptNumbers in_space(n * batch);
  KeptNumbers out_space(n * batch);
  const std::span<float> in = in_space.floats();
  const std::span<float> out = out_space.floats();
  const auto place = [&](std::span<float> planes, std::size_t plane, std::size_t i) {
    return planes.begin() + static_cast<std::ptrdiff_t>((plane * batch + i) * n);
  };
  for (std::size_t first = 0; first < spectra.size(); first += batch) {
    const std::size_t count = std::min(batch, spectra.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const SplitView& spectrum = spectra[first + i];
      std::copy(spectrum.real.begin(), spectrum.real.end(), place(in, 0, i));
      std::copy(spectrum.imaginary.begin(), spectrum.imaginary.end(), place(in, 1, i));
    }
    api::execute_recent(problem, in, out, device);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<float>& signal = signals[first + i];
      signal.reserve(halves == Halves::both ? 2 * n : n);
      for (std::size_t plane = 0; plane < (halves == Halves::both ? 2U : 1U); ++plane) {
        const auto begin = place(out, plane, i);
        signal.insert(signal.end(), begin, begin + static_cast<std::ptrdiff_t>(n));
      }
    }
  }
  return signals;
}

std::size_t longest(std::span<const std::vector<float>> signals) {
  std::size_t most = 0;
  for (const std::vector<float>& signal : signals) most = std::max(most, signal.size());
  return most;
}

SplitComplex one_split(const Device& device, SampleSpan signal) {
  SplitComplex bins;
  const std::size_t n = padded_length(signal.size());
  if (n == 0) return bins;
  forward(
      std::span(&signal, 1), n, [&](std::size_t, Spectral half) { bins = whole_split(half, n); }, device);
  return bins;
}

/// One result for each signal, which make(half spectrum, padded length, samples) returns.
template <typename Result, typename Make>
std::vector<Result> batch(std::span<const std::vector<float>> signals, const Make& make) {
  const std::size_t n = padded_length(longest(signals));
  std::vector<Result> spectra(signals.size());
  if (n == 0) return spectra;
  forward(std::vector<SampleSpan>(signals.begin(), signals.end()), n,
          [&](std::size_t i, Spectral half) { spectra[i] = make(half, n, signals[i].size()); });
  return spectra;
}

}  // namespace

std::vector<PaddedSpectrum> fft_batch(std::span<const std::vector<float>> signals) {
  return batch<PaddedSpectrum>(signals, [](Spectral half, std::size_t n, std::size_t samples) {
    return PaddedSpectrum{whole(half, n), samples};
  });
}

std::vector<SplitComplex> fft_batch_split(std::span<const std::vector<float>> signals) {
  return batch<SplitComplex>(
      signals, [](Spectral half, std::size_t n, std::size_t /*samples*/) { return whole_split(half, n); });
}

PaddedSpectrum fft(std::span<const float> signal) {
  PaddedSpectrum spectrum;
  const std::size_t n = padded_length(signal.size());
  if (n == 0) return spectrum;
  forward(std::span(&signal, 1), n, [&](std::size_t, Spectral half) { spectrum = {whole(half, n), signal.size()}; });
  return spectrum;
}

SplitComplex fft_split(std::span<const float> signal) { return one_split({}, signal); }
SplitComplex fft_with(const Device& device, std::span<const float> signal) { return one_split(device, signal); }

std::vector<float> ifft(std::span<const std::complex<float>> bins) {
  std::vector<float> signal;
  if (bins.empty()) return signal;
  inverse(
      1, bins.size(), [&](std::size_t) { return bins; },
      [&](std::size_t, Spectral complex) { signal = real_parts(complex, complex.size()); });
  return signal;
}

std::vector<std::vector<float>> ifft_batch(std::span<const PaddedSpectrum> spectra) {
  std::vector<std::vector<float>> signals(spectra.size());
  const std::size_t n = spectra.empty() ? 0 : spectra.front().bins.size();
  for (const PaddedSpectrum& spectrum : spectra) {
    if (spectrum.bins.size() == n && spectrum.samples <= n) continue;
    throw Error::invalid_argument(fmt::format("a spectrum of {} bins for {} samples in a batch of {} bins",
                                              spectrum.bins.size(), spectrum.samples, n),
                                  "all of a batch have the same number of bins, and no fewer than samples",
                                  "give what one fft_batch() made, or use ifft()");
  }
  if (n == 0) return signals;
  inverse(
      spectra.size(), n, [&](std::size_t i) { return Spectral(spectra[i].bins); },
      [&](std::size_t i, Spectral complex) { signals[i] = real_parts(complex, spectra[i].samples); });
  return signals;
}

std::vector<float> ifft(const PaddedSpectrum& spectrum) {
  return std::move(ifft_batch(std::span(&spectrum, 1)).front());
}

std::vector<float> ifft(std::span<const float> real, std::span<const float> imaginary, Halves halves) {
  return ifft_with({}, real, imaginary, halves);
}

std::vector<float> ifft_with(const Device& device, std::span<const float> real, std::span<const float> imaginary,
                             Halves halves) {
  const SplitView spectrum{real, imaginary};
  return std::move(inverse_split(std::span(&spectrum, 1), halves, device).front());
}

std::vector<std::vector<float>> ifft_batch(std::span<const SplitComplex> spectra, Halves halves) {
  std::vector<SplitView> views;
  views.reserve(spectra.size());
  for (const SplitComplex& spectrum : spectra) views.push_back({spectrum.real, spectrum.imaginary});
  return inverse_split(views, halves);
}

}  // namespace papilio::gpu_fft
