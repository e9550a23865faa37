// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one-liners: NumPy's numpy.fft and SciPy's scipy.fft.dct and dst on the device "auto", from host memory to
// host memory. The plans used last are kept, shared by all threads.
//
// Signs, scaling and shapes are NumPy's. Arrays are packed and row-major, and a shape lists their lengths, outermost
// first: fft2(x, {1080, 1920}) takes rows of 1920. Lengths may be any of 1..2^27. An empty signal gives an
// empty result. All throw Error: invalid_argument if the size of an array is not that of its shape, and what a Plan
// throws.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/export.hpp>
#include <papilio/norm.hpp>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

namespace papilio {

/// The lengths of an array, outermost first.
using Lengths = std::vector<std::int64_t>;
/// Axes, ascending; a negative one counts from the end, -1 is the last. Empty: all axes.
using Axes = std::vector<int>;

/// One signal: n complex elements to n.
PAPILIO_API std::vector<std::complex<float>> fft(std::span<const std::complex<float>> signal,
                                                 Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> fft(std::span<const std::complex<double>> signal,
                                                  Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<float>> ifft(std::span<const std::complex<float>> spectrum,
                                                  Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> ifft(std::span<const std::complex<double>> spectrum,
                                                   Norm norm = Norm::backward);

/// One real signal: n elements to the n/2 + 1 of the non-redundant half of its spectrum.
PAPILIO_API std::vector<std::complex<float>> rfft(std::span<const float> signal, Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> rfft(std::span<const double> signal, Norm norm = Norm::backward);

/// The inverse of rfft: a real signal of `length` elements; 0: 2(m-1) for m elements of spectrum. The spectrum is cut,
/// or padded with zeros, to length/2 + 1. Imaginary parts that a real signal's spectrum does not have are ignored.
PAPILIO_API std::vector<float> irfft(std::span<const std::complex<float>> spectrum, std::int64_t length = 0,
                                     Norm norm = Norm::backward);
PAPILIO_API std::vector<double> irfft(std::span<const std::complex<double>> spectrum, std::int64_t length = 0,
                                      Norm norm = Norm::backward);

/// Chirp z-transform of one signal at `results` points of a contour (problem.hpp), not scaled.
/// czt(signal, 500, FrequencyBand{440, 460, 44100}) gives 500 frequencies from 440 Hz on, up to 460 Hz, of a recording
/// at 44100 Hz. Throws Error(invalid_argument) for less than one result and for a contour that problem.hpp rules out.
PAPILIO_API std::vector<std::complex<float>> czt(std::span<const std::complex<float>> signal, std::int64_t results,
                                                 const Contour& contour);
PAPILIO_API std::vector<std::complex<double>> czt(std::span<const std::complex<double>> signal, std::int64_t results,
                                                  const Contour& contour);

/// Transforms an array along some of its axes; the result has the array's shape.
PAPILIO_API std::vector<std::complex<float>> fftn(std::span<const std::complex<float>> array, const Lengths& shape,
                                                  const Axes& axes = {}, Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> fftn(std::span<const std::complex<double>> array, const Lengths& shape,
                                                   const Axes& axes = {}, Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<float>> ifftn(std::span<const std::complex<float>> array, const Lengths& shape,
                                                   const Axes& axes = {}, Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> ifftn(std::span<const std::complex<double>> array, const Lengths& shape,
                                                    const Axes& axes = {}, Norm norm = Norm::backward);

/// Transform of a real array; the last of the axes has n/2 + 1 elements in the result.
PAPILIO_API std::vector<std::complex<float>> rfftn(std::span<const float> array, const Lengths& shape,
                                                   const Axes& axes = {}, Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> rfftn(std::span<const double> array, const Lengths& shape,
                                                    const Axes& axes = {}, Norm norm = Norm::backward);
/// The inverse of rfftn; `shape` is that of the real result.
PAPILIO_API std::vector<float> irfftn(std::span<const std::complex<float>> array, const Lengths& shape,
                                      const Axes& axes = {}, Norm norm = Norm::backward);
PAPILIO_API std::vector<double> irfftn(std::span<const std::complex<double>> array, const Lengths& shape,
                                       const Axes& axes = {}, Norm norm = Norm::backward);

/// Transform along the last two axes: of an image, or of each image of a stack. Throws Error(invalid_argument) if the
/// shape has only one length.
PAPILIO_API std::vector<std::complex<float>> fft2(std::span<const std::complex<float>> array, const Lengths& shape,
                                                  Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> fft2(std::span<const std::complex<double>> array, const Lengths& shape,
                                                   Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<float>> ifft2(std::span<const std::complex<float>> array, const Lengths& shape,
                                                   Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> ifft2(std::span<const std::complex<double>> array, const Lengths& shape,
                                                    Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<float>> rfft2(std::span<const float> array, const Lengths& shape,
                                                   Norm norm = Norm::backward);
PAPILIO_API std::vector<std::complex<double>> rfft2(std::span<const double> array, const Lengths& shape,
                                                    Norm norm = Norm::backward);
PAPILIO_API std::vector<float> irfft2(std::span<const std::complex<float>> array, const Lengths& shape,
                                      Norm norm = Norm::backward);
PAPILIO_API std::vector<double> irfft2(std::span<const std::complex<double>> array, const Lengths& shape,
                                       Norm norm = Norm::backward);

/// The cosine and sine transforms of types 1 to 4 (see Kind) of one signal, and their inverses, as in SciPy: idct
/// undoes the dct of the same type and norm. With Norm::ortho they are orthonormal. Throws Error(invalid_argument) for
/// another type.
PAPILIO_API std::vector<float> dct(std::span<const float> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<double> dct(std::span<const double> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<float> idct(std::span<const float> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<double> idct(std::span<const double> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<float> dst(std::span<const float> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<double> dst(std::span<const double> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<float> idst(std::span<const float> signal, int type = 2, Norm norm = Norm::backward);
PAPILIO_API std::vector<double> idst(std::span<const double> signal, int type = 2, Norm norm = Norm::backward);

/// The least length from `target` on, or the greatest up to it, that SciPy calls fast: products of 2, 3, 5, 7 and 11
/// for c2c, of 2, 3 and 5 for the other kinds; next_fast_len(0) is 0. Takes microseconds for any number of 63 bits.
/// Other lengths are as accurate and take longer. Throws Error(invalid_argument) below 0, or 1 for prev_fast_len(), and
/// where 63 bits do not hold the length.
PAPILIO_API std::int64_t next_fast_len(std::int64_t target, Kind kind = Kind::c2c);
PAPILIO_API std::int64_t prev_fast_len(std::int64_t target, Kind kind = Kind::c2c);

}  // namespace papilio
