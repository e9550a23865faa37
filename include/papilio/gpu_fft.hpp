// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions and conventions of the Rust crate gpu-fft 1.1, for programs that are ported from it: single precision,
// signals padded with zeros to a power of two, full spectra, power as |X|²/n. Where the crate panics, these functions
// throw Error. Transforms run on the device "auto" unless one is given; papilio::fft and rfft do not pad.
#pragma once

#include <complex>
#include <cstddef>
#include <papilio/cxx20.hpp>
#include <papilio/export.hpp>
#include <span>
#include <vector>

namespace papilio {
class Device;
}  // namespace papilio

namespace papilio::gpu_fft {

/// The length to which a signal is padded: the smallest power of two that is not smaller; 0 for 0.
PAPILIO_API std::size_t padded_length(std::size_t samples);

/// The spectrum of one signal, negative frequencies in the upper half.
struct PaddedSpectrum {
  std::vector<std::complex<float>> bins;  ///< padded_length(), unscaled
  std::size_t samples = 0;                ///< of the signal, before it was padded
};

/// The spectrum of a signal of up to 2^27 samples; an empty signal has an empty spectrum.
PAPILIO_API PaddedSpectrum fft(std::span<const float> signal);
/// The inverse, divided by the number of bins, without the padding; the real part if the spectrum is not that of a real
/// signal.
PAPILIO_API std::vector<float> ifft(const PaddedSpectrum& spectrum);
/// Inverse transform of any number of bins, 1..2^27; returns as many samples.
PAPILIO_API std::vector<float> ifft(std::span<const std::complex<float>> bins);

/// Transforms all signals at once, each padded to the padded length of the longest; each spectrum keeps the length of
/// its signal. An empty signal gives zeros; no signals give no spectra.
PAPILIO_API std::vector<PaddedSpectrum> fft_batch(std::span<const std::vector<float>> signals);
/// Throws Error(invalid_argument) if the spectra differ in length.
PAPILIO_API std::vector<std::vector<float>> ifft_batch(std::span<const PaddedSpectrum> spectra);

/// Complex numbers as the crate stores them: `const auto [real, imaginary] = fft_split(signal);`
struct SplitComplex {
  std::vector<float> real;
  std::vector<float> imaginary;  ///< of the same length
};
/// The crate's fft(): the same bins in two vectors.
PAPILIO_API SplitComplex fft_split(std::span<const float> signal);
PAPILIO_API std::vector<SplitComplex> fft_batch_split(std::span<const std::vector<float>> signals);

/// The part of its complex result that an inverse transform returns: the real parts, or all real parts followed by all
/// imaginary parts, as in the crate's ifft(). The imaginary parts are about 0 for the spectrum of a real signal.
enum class Halves { real, both };
/// The crate's ifft(), of any number of bins up to 2^27: n or 2n numbers, with the padding. Throws
/// Error(invalid_argument) if the two differ in length.
PAPILIO_API std::vector<float> ifft(std::span<const float> real, std::span<const float> imaginary,
                                    Halves halves = Halves::real);
/// Throws Error(invalid_argument) if the spectra differ in length.
PAPILIO_API std::vector<std::vector<float>> ifft_batch(std::span<const SplitComplex> spectra,
                                                       Halves halves = Halves::real);
/// Transform on a given device; an empty handle stands for "auto". The plan is kept as those of other calls are, and
/// keeps the device alive: on a wrapped device that must be released before the program ends, use a Plan instead.
PAPILIO_API SplitComplex fft_with(const Device& device, std::span<const float> signal);
PAPILIO_API std::vector<float> ifft_with(const Device& device, std::span<const float> real,
                                         std::span<const float> imaginary, Halves halves = Halves::real);

/// |X|²/n for each of n bins.
PAPILIO_API std::vector<double> psd(std::span<const std::complex<float>> bins);
/// The first n/2 + 1 of them, which determine the spectrum of a real signal; empty for no bins.
PAPILIO_API std::vector<double> one_sided_psd(std::span<const std::complex<float>> bins);
/// Densities of bins in two vectors. Throw Error(invalid_argument) if they differ in length.
PAPILIO_API std::vector<double> psd(std::span<const float> real, std::span<const float> imaginary);
PAPILIO_API std::vector<double> one_sided_psd(std::span<const float> real, std::span<const float> imaginary);
/// k*rate/n in Hz for k = 0 … n-1, or for k = 0 … n/2; empty for n = 0.
PAPILIO_API std::vector<double> frequencies(std::size_t n, double rate);
PAPILIO_API std::vector<double> one_sided_frequencies(std::size_t n, double rate);

/// The bins i, neither the first nor the last, with p[i] > p[i-1], p[i] > p[i+1] and p[i] > threshold, ascending.
PAPILIO_API std::vector<std::size_t> local_maxima(std::span<const double> psd, double threshold);

/// A local maximum of a spectrum of power.
struct Peak {
  double frequency = 0;  ///< Hz
  double power = 0;
};
/// The local maxima with their frequencies. Throws Error(invalid_argument) if the spans differ in length.
PAPILIO_API std::vector<Peak> find_dominant_frequencies(std::span<const double> psd,
                                                        std::span<const double> frequencies, double threshold);

/// sin(2 pi frequency i/rate), i = 0 … rate*seconds - 1: the input of the crate's example. Throws
/// Error(invalid_argument) unless 0 <= rate*seconds <= 2^27 and the rate is more than 0.
PAPILIO_API std::vector<float> sine_wave(double frequency, double rate, double seconds);

}  // namespace papilio::gpu_fft
