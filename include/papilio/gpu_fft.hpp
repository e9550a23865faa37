// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions and the conventions of the Rust crate gpu-fft 1.1, for programs that come from there: single precision,
// signals padded with zeros to a power of two, whole spectra, power as |X|²/n. Where the crate panics, these throw
// Error. Transforms run on the device "auto", unless one is given; papilio::fft and rfft do without the padding.
#pragma once

#include <complex>
#include <cstddef>
#include <papilio/export.hpp>
#include <span>
#include <vector>

namespace papilio {
class Device;
}  // namespace papilio

namespace papilio::gpu_fft {

/// What a signal is padded to: the smallest power of two that is not less; 0 for 0.
PAPILIO_API std::size_t padded_length(std::size_t samples);

/// Of one signal; negative frequencies in the upper half.
struct Spectrum {
  std::vector<std::complex<float>> bins;  ///< padded_length(), unscaled
  std::size_t samples = 0;                ///< of the signal, before it was padded
};

/// A signal of up to 2^27 samples. None in, none out.
PAPILIO_API Spectrum fft(std::span<const float> signal);
/// The signal again, divided by the number of bins and without its padding; of spectra that are no real signal's, the
/// real part.
PAPILIO_API std::vector<float> ifft(const Spectrum& spectrum);
/// The same for any number of bins, 1..2^27; as many samples come back.
PAPILIO_API std::vector<float> ifft(std::span<const std::complex<float>> bins);

/// All at once, each padded to the padded length of the longest; each remembers its own. A signal of no samples gives
/// zeros; no signals give no spectra.
PAPILIO_API std::vector<Spectrum> fft_batch(std::span<const std::vector<float>> signals);
/// Throws Error(invalid_argument) where the spectra differ in length.
PAPILIO_API std::vector<std::vector<float>> ifft_batch(std::span<const Spectrum> spectra);

/// Complex numbers as the crate has them: `const auto [real, imaginary] = fft_split(signal);`
struct SplitComplex {
  std::vector<float> real;
  std::vector<float> imaginary;  ///< as many
};
/// The crate's fft(): the same bins in two vectors.
PAPILIO_API SplitComplex fft_split(std::span<const float> signal);
PAPILIO_API std::vector<SplitComplex> fft_batch_split(std::span<const std::vector<float>> signals);

/// What an inverse transform gives of its complex result: the real parts; or all real parts and, behind them, as many
/// imaginary ones, as the crate's ifft() does. Those are about 0 for the spectrum of a real signal.
enum class Halves { real, both };
/// The crate's ifft(), of any number of bins up to 2^27: n or 2n numbers, with the padding. Throws
/// Error(invalid_argument) where the two differ in length.
PAPILIO_API std::vector<float> ifft(std::span<const float> real, std::span<const float> imaginary,
                                    Halves halves = Halves::real);
/// Throws Error(invalid_argument) where the spectra differ in length.
PAPILIO_API std::vector<std::vector<float>> ifft_batch(std::span<const SplitComplex> spectra,
                                                       Halves halves = Halves::real);
/// The same on a device of choice; on "auto" where the handle is none. The plan is kept as those of other calls are,
/// and keeps the device: use a Plan on a wrapped device that has to end before the program.
PAPILIO_API SplitComplex fft_with(const Device& device, std::span<const float> signal);
PAPILIO_API std::vector<float> ifft_with(const Device& device, std::span<const float> real,
                                         std::span<const float> imaginary, Halves halves = Halves::real);

/// |X|²/n of n bins.
PAPILIO_API std::vector<double> psd(std::span<const std::complex<float>> bins);
/// The first n/2 + 1 of these: all that a real signal's spectrum has to say. None of none.
PAPILIO_API std::vector<double> one_sided_psd(std::span<const std::complex<float>> bins);
/// The same of bins in two vectors. Throw Error(invalid_argument) where they differ in length.
PAPILIO_API std::vector<double> psd(std::span<const float> real, std::span<const float> imaginary);
PAPILIO_API std::vector<double> one_sided_psd(std::span<const float> real, std::span<const float> imaginary);
/// k*rate/n in Hz for k = 0 … n-1, or for k = 0 … n/2. None for n = 0.
PAPILIO_API std::vector<double> frequencies(std::size_t n, double rate);
PAPILIO_API std::vector<double> one_sided_frequencies(std::size_t n, double rate);

/// The bins i, neither the first nor the last, with p[i] > p[i-1], p[i] > p[i+1] and p[i] > threshold, ascending.
PAPILIO_API std::vector<std::size_t> local_maxima(std::span<const double> psd, double threshold);

/// A local maximum of a spectrum of power.
struct Peak {
  double frequency = 0;  ///< Hz
  double power = 0;
};
/// The local maxima with their frequencies. Throws Error(invalid_argument) where the spans differ in length.
PAPILIO_API std::vector<Peak> find_dominant_frequencies(std::span<const double> psd,
                                                        std::span<const double> frequencies, double threshold);

/// sin(2 pi frequency i/rate), i = 0 … rate*seconds - 1: the input of the crate's example. Throws
/// Error(invalid_argument) unless 0 <= rate*seconds <= 2^27 and the rate is more than 0.
PAPILIO_API std::vector<float> sine_wave(double frequency, double rate, double seconds);

}  // namespace papilio::gpu_fft
