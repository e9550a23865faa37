// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Short-time Fourier transforms: spectra of overlapping, windowed frames of a signal, and the signal back from them.
//
// With n the frame's length, h the hop, w the window, p the padded signal and s the factor of the scaling
//
//   X[f][k] = s * sum_j w[j] p[f*h + j] exp(-2*pi*i*j*k/n)       of frame f, j and k = 0 .. n-1
//
// as torch.stft and librosa.stft have it (SciPy's ShortTimeFFT with phase_shift=None); their arrays are the transposed.
// A real signal has the n/2 + 1 bins of half a spectrum, a complex one all n, those of negative frequencies last.
// Frames begin every h samples until each sample of p is in one: there are 1 + ceil((size of p - n) / h), for h <= n,
// and the last one ends in zeros where p does. StftLastFrame::left_out drops samples that fill no frame, as torch does,
// and so may have a frame less: 1 + floor((size of p - n) / h).
//
// The inverse is that of least squares (Griffin and Lim, "Signal estimation from modified short-time Fourier
// transform", IEEE Trans. Acoust. Speech Signal Process. 32 (1984) 236-243):
//
//   x[t] = sum_f w[j] y_f[j] / sum_f w[j]^2,  j = t - f*h,  y_f the inverse transform of X[f] / s
//
// which gives a signal's own samples back from its spectra, to within rounding, wherever the divisor is not 0 ("nonzero
// overlap-add").
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <papilio/cxx20.hpp>
#include <papilio/device.hpp>
#include <papilio/export.hpp>
#include <span>
#include <vector>

namespace papilio {

/// The samples before and after the signal.
enum class StftPadding {
  none,     ///< nothing: frame f begins at sample f*h
  zeros,    ///< n/2 zeros before and after it: frame f is centred on sample f*h
  reflect,  ///< the same with the signal reflected about its first and last sample; it must have more than n/2 of them
};

/// The factor s.
enum class StftScaling {
  none,       ///< 1
  unitary,    ///< 1/sqrt(n): torch's normalized=True
  magnitude,  ///< 1/|sum w|: a complex exponential of amplitude A on a bin shows A, a sine A/2
  psd,        ///< 1/sqrt(sum w^2): |X|^2 / rate is the two-sided power spectral density
};

/// The last frame, where the padded signal ends before it does.
enum class StftLastFrame {
  filled,    ///< with zeros
  left_out,  ///< a padded signal that is shorter than a frame has none
};

/// How a signal is cut into frames, and what the spectra are.
struct StftOptions {
  std::int64_t length = 0;  ///< n, any number from 1 to 2^27, primes included
  std::int64_t hop = 0;     ///< h, at least 1; 0: n/4, or 1. Beyond n, samples between frames are not read
  /// n numbers, or fewer, which stand in the middle of n with zeros around them, as torch's win_length numbers do;
  /// empty: the periodic Hann window, 0.5 - 0.5 cos(2*pi*j/n). All are finite, and the largest magnitude times the
  /// scaling is 0 or a normal number of the signal's precision
  std::vector<double> window = {};
  StftPadding padding = StftPadding::zeros;
  StftScaling scaling = StftScaling::none;
  StftLastFrame last_frame = StftLastFrame::filled;  ///< features leave it out in any case

  friend bool operator==(const StftOptions&, const StftOptions&) = default;
};

/// T is float, double or a complex of one, and the type of a signal's samples. Immutable; any number of threads may use
/// it. Arrays are packed: signal after signal, frame after frame, bin after bin. All functions throw Error.
///
/// On every device, all overlapping frames are the batch of one plan, which reads the signal once more for each frame
/// and multiplies by the window as it does: there is no array of frames. Frames that reach beyond the ends of their
/// signal are first copied with the padding into memory of the device, and so are short signals, several ones in device
/// memory, and real ones none of whose frames begins at a multiple of four samples, as with a hop of 158 and frames of
/// 402; of others the frames before that one are. Samples of the inverse sum the frames over them in ascending order.
/// The same input gives the same bits each time; several signals in device memory, and one whose frames take several
/// passes, have a plan of their own, whose results differ from those of host memory in rounding.
///
/// Signals in host memory may have any length: the device gets about 2^21 samples at a time.
template <class T>
class PAPILIO_API Stft {
 public:
  /// The type of a sample's real part.
  using Real = decltype(std::real(T{}));
  using Bin = std::complex<Real>;  ///< one number of a spectrum

  Stft() = default;
  /// Kernels are compiled at the first call of each function that needs them.
  Stft(const Device& device, const StftOptions& options);

  /// The options, with hop and window filled in: n numbers.
  [[nodiscard]] const StftOptions& options() const;
  [[nodiscard]] std::int64_t bins() const;
  /// The number of frames of a signal of `samples` samples; 0 for no samples, and for fewer than a frame has, with the
  /// padding, where it is left out.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;

  /// `batch` signals of the same length; batch * frames * bins numbers.
  [[nodiscard]] std::vector<Bin> forward(std::span<const T> signals, std::int64_t batch = 1) const;
  /// |X|^2, as many numbers as forward() returns.
  [[nodiscard]] std::vector<Real> power(std::span<const T> signals, std::int64_t batch = 1) const;
  /// Signals of `samples` each from batch * frames(samples) * bins numbers. Imaginary parts that half a spectrum of a
  /// real signal does not have are ignored. Throws Error(invalid_argument), which names the sample, if the divisor of a
  /// sample is 0 or below 1e-10 of the largest one.
  [[nodiscard]] std::vector<T> inverse(std::span<const Bin> spectra, std::int64_t samples,
                                       std::int64_t batch = 1) const;

  /// Enqueues the same on a stream of the device and returns at once. Buffers hold batch * samples numbers of type T,
  /// batch * frames(samples) * bins() of type Bin, and as many of type Real for power(). The input is left as it was;
  /// the two must not overlap. On GPUs forward() and power() of frames that one kernel transforms, but for the shortest
  /// ones, read the signals where they are and allocate nothing; once the same call was made, they may be captured into
  /// a CUDA graph, which needs the Stft as long as it lives. Other calls allocate device memory, which is released in
  /// stream order: for the padded signals, if they need a copy, and inverse() for all frames, batch * frames(samples) *
  /// length numbers of type T; they refuse a stream that is captured. Their first call for a number of frames compiles
  /// if there are several signals, or if frames are so long that they take several passes; plans of the last six shapes
  /// are kept. Errors are those of host memory, and Error(invalid_argument) for buffers that are too small.
  void forward(const Stream& stream, const Buffer& signals, const Buffer& spectra, std::int64_t samples,
               std::int64_t batch = 1) const;
  void power(const Stream& stream, const Buffer& signals, const Buffer& power, std::int64_t samples,
             std::int64_t batch = 1) const;
  void inverse(const Stream& stream, const Buffer& spectra, const Buffer& signals, std::int64_t samples,
               std::int64_t batch = 1) const;

  [[nodiscard]] explicit operator bool() const noexcept { return impl_ != nullptr; }

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

extern template class Stft<float>;
extern template class Stft<double>;
extern template class Stft<std::complex<float>>;
extern template class Stft<std::complex<double>>;

/// One signal, on the device "auto". The plans used last are kept, as those of the other one-liners are.
PAPILIO_API std::vector<std::complex<float>> stft(std::span<const float> signal, const StftOptions& options);
PAPILIO_API std::vector<std::complex<double>> stft(std::span<const double> signal, const StftOptions& options);
PAPILIO_API std::vector<std::complex<float>> stft(std::span<const std::complex<float>> signal,
                                                  const StftOptions& options);
PAPILIO_API std::vector<std::complex<double>> stft(std::span<const std::complex<double>> signal,
                                                   const StftOptions& options);

/// The inverse, a signal of `samples` real or complex samples: istft<float>(spectra, 48000, options).
template <class T>
PAPILIO_API std::vector<T> istft(std::span<const typename Stft<T>::Bin> spectra, std::int64_t samples,
                                 const StftOptions& options);

}  // namespace papilio
