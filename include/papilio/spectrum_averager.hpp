// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Spectra that accumulate: power spectra averaged over the segments of a signal that comes in pieces, cross spectra of
// two signals, and the largest power of each bin (Welch, "The use of fast Fourier transform for the estimation of power
// spectra", IEEE Trans. Audio Electroacoust. 15 (1967) 70-73).
//
// Segment s has the samples s*h .. s*h + n - 1. With m the number of segments so far, w the window, x_s the segment,
// without its mean if that is removed, and c = 1/(rate * sum w^2) for densities or 1/(sum w)^2 for spectra
//
//   X_s[k] = sum_j w[j] x_s[j] exp(-2*pi*i*j*k/N)       k = 0 .. N-1, N the transform's length
//   power[k] = c/m sum_s |X_s[k]|^2                     cross[k] = c/m sum_s conj(X_s[k]) Y_s[k]
//   peak[k]  = c max_s |X_s[k]|^2                       coherence[k] = |cross[k]|^2 / (power[k] second_power[k])
//
// as scipy.signal.welch, csd and coherence have them. A complex signal has N bins, those of negative frequencies last;
// a real one has N/2 + 1, and those that stand for two frequencies, all but 0 and N/2, count twice.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

namespace papilio {

enum class SpectrumScaling {
  density,   ///< units of x squared, per Hz: the sum over bins times rate/N is the mean square
  spectrum,  ///< units of x squared: a sine of amplitude A on a bin shows A^2/2
};

/// Averaged numbers that can be read.
enum class AveragedSpectrum {
  power,         ///< real, of the first signal
  peak,          ///< real; of one signal only
  second_power,  ///< real, of the second signal
  cross,         ///< complex, of two signals
};

struct SpectrumAveragerOptions {
  std::int64_t length = 0;          ///< n, samples of a segment, 1 to 2^27
  std::int64_t hop = 0;             ///< h, from 1 to n; 0: n - floor(n/2), which is half a segment
  std::int64_t transform = 0;       ///< N, from n to 2^27, beyond n zeros; 0: n
  std::vector<double> window = {};  ///< n finite numbers; empty: the periodic Hann window
  double rate = 1;                  ///< of samples, in Hz
  SpectrumScaling scaling = SpectrumScaling::density;
  Detrend detrend = Detrend::mean;  ///< what each segment loses before the window
  /// How samples are stored. Integers stand for themselves: the offset of receivers that are centred at 127.5 is in the
  /// mean.
  Storage storage = Storage::native;
  int signals = 1;  ///< 2: two signals, which are pushed together

  friend bool operator==(const SpectrumAveragerOptions&, const SpectrumAveragerOptions&) = default;
};

/// T is float, double or a complex of one: the type of the arithmetic, and of a signal's samples unless they are stored
/// otherwise. Pieces may have any sizes: the bits are those of one piece. Memory does not grow with the signal. Every
/// number adds 64 segments in ascending order, and these sums in pairs of numbers, so that errors do not grow with the
/// number of segments, and the same samples give the same bits each time. Where neither a mean is removed nor zeros are
/// appended, the transform reads overlapping segments where they are. A sample that is NaN makes the means NaN, and the
/// largest powers unspecified. One thread at a time. All functions throw Error; after an error of the device call
/// reset().
template <class T>
class PAPILIO_API SpectrumAverager {
 public:
  /// The type of a sample's real part.
  using Real = decltype(std::real(T{}));
  using Bin = std::complex<Real>;

  /// Makes a plan, and compiles its kernels.
  SpectrumAverager(const Device& device, const SpectrumAveragerOptions& options);
  ~SpectrumAverager();
  SpectrumAverager(SpectrumAverager&&) noexcept;
  SpectrumAverager& operator=(SpectrumAverager&&) noexcept;

  /// The options, with hop, transform and window filled in.
  [[nodiscard]] const SpectrumAveragerOptions& options() const;
  /// Bytes of a sample as it is stored.
  [[nodiscard]] std::int64_t sample_bytes() const;
  /// Numbers of a spectrum.
  [[nodiscard]] std::int64_t bins() const;
  /// The segments that are complete.
  [[nodiscard]] std::int64_t segments() const;

  /// The next samples, any number; of two signals as many of each. Samples that are stored otherwise than as T are
  /// given as bytes; those of a complex signal are pairs. They wait on the host until there are 2^20, or a result is
  /// read.
  void push(std::span<const T> samples);
  void push(std::span<const T> first, std::span<const T> second);
  void push_stored(std::span<const std::byte> samples);
  void push_stored(std::span<const std::byte> first, std::span<const std::byte> second);

  /// Enqueues the same for `count` samples in device memory, which must not change before the work has run. Work memory
  /// is allocated and released in stream order: the spectra of a chunk of segments and, unless these are read where
  /// they are, the segments. On GPUs the spectra of a chunk have 2^23 numbers, 32 MiB of f32, or are one spectrum of
  /// each signal. Pieces and reads on different streams wait for each other in the order of the calls, and a stream may
  /// end after its call. A stream that captures a CUDA graph is refused, and so are buffers that are too small.
  void push(const Stream& stream, const Buffer& samples, std::int64_t count);
  void push(const Stream& stream, const Buffer& first, const Buffer& second, std::int64_t count);

  /// Results of the segments so far; further samples may follow. Throw Error(invalid_argument) if no segment is
  /// complete, and for what one or two signals do not have.
  [[nodiscard]] std::vector<Real> power();
  [[nodiscard]] std::vector<Real> peak();
  [[nodiscard]] std::vector<Real> second_power();
  [[nodiscard]] std::vector<Bin> cross();
  /// NaN where a power is 0.
  [[nodiscard]] std::vector<Real> coherence();
  /// Enqueues that a result is written to device memory: bins() numbers.
  void read(const Stream& stream, AveragedSpectrum which, const Buffer& out);

  /// Begins another signal.
  void reset();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class SpectrumAverager<float>;
extern template class SpectrumAverager<double>;
extern template class SpectrumAverager<std::complex<float>>;
extern template class SpectrumAverager<std::complex<double>>;

}  // namespace papilio
