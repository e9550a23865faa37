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
// Frames begin every h samples until each sample of p is in one: there are 1 + ceil((size of p - n) / h), and the last
// one ends in zeros where p does. (torch drops samples that fill no frame, and so may have a frame less.)
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

/// How a signal is cut into frames, and what the spectra are.
struct StftOptions {
  std::int64_t length = 0;          ///< n, any number from 1 to 2^27, primes included
  std::int64_t hop = 0;             ///< h, 1 to n; 0: n/4, or 1
  std::vector<double> window = {};  ///< n numbers; empty: the periodic Hann window, 0.5 - 0.5 cos(2*pi*j/n)
  StftPadding padding = StftPadding::zeros;
  StftScaling scaling = StftScaling::none;

  friend bool operator==(const StftOptions&, const StftOptions&) = default;
};

/// The place where frames are multiplied by the window.
enum class StftWindowing {
  in_kernel,  ///< as they are read: the device has one copy of the signal, however much frames overlap
  on_host,    ///< before they are copied to the device, one by one
};

/// T is float, double or a complex of one, and the type of a signal's samples. Immutable; any number of threads may use
/// it. Arrays are packed: signal after signal, frame after frame, bin after bin. All functions throw Error.
///
/// On devices that take callbacks (OpenCL, CUDA with NVRTC, Vulkan with glslang) the kernels apply the window: where
/// up to q frames overlap, q plans share the frames, so that those of one plan do not overlap. On other devices, and
/// for q above 8, the host applies the window; results are then equal to within rounding. A signal may have any length:
/// the device gets about 2^21 samples of frames at a time.
template <class T>
class PAPILIO_API Stft {
 public:
  /// The type of a sample's real part.
  using Real = decltype(std::real(T{}));
  using Bin = std::complex<Real>;  ///< one number of a spectrum

  Stft() = default;
  /// Kernels are compiled at the first call of each function that needs them.
  Stft(const Device& device, const StftOptions& options);

  /// The options, with hop and window filled in.
  [[nodiscard]] const StftOptions& options() const;
  [[nodiscard]] std::int64_t bins() const;
  /// The number of frames of a signal of `samples` samples; 0 for no samples.
  [[nodiscard]] std::int64_t frames(std::int64_t samples) const;
  /// Compiles the kernels if no function that needs them has been called yet.
  [[nodiscard]] StftWindowing windowing() const;

  /// `batch` signals of the same length; batch * frames * bins numbers.
  [[nodiscard]] std::vector<Bin> forward(std::span<const T> signals, std::int64_t batch = 1) const;
  /// |X|^2, as many numbers as forward() returns; computed on the device if the window is applied there.
  [[nodiscard]] std::vector<Real> power(std::span<const T> signals, std::int64_t batch = 1) const;
  /// Signals of `samples` each from batch * frames(samples) * bins numbers. Imaginary parts that half a spectrum of a
  /// real signal does not have are ignored. Throws Error(invalid_argument), which names the sample, if the divisor of a
  /// sample is 0 or below 1e-10 of the largest one.
  [[nodiscard]] std::vector<T> inverse(std::span<const Bin> spectra, std::int64_t samples,
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
