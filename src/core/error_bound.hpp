// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio {

/// The bound that Papilio promises for the relative L2 error of a transform of n points: 1.2e-7*sqrt(log2 n) for f32,
/// 4.0e-16*sqrt(log2 n) for f64, where log2 n is at least 1. It is three times as large if n has a prime factor above
/// 13, because Rader's and Bluestein's algorithms consist of two transforms and a product. Rounding errors grow with
/// the square root of the number of stages: J. C. Schatzman, "Accuracy of the discrete Fourier transform and the fast
/// Fourier transform", 1996.
double error_bound(std::int64_t n, Precision precision);
/// The bound for a whole problem before its results are stored: that of its number of points. A real-to-real transform
/// is part of a DFT of its logical length; the twiddles before and after that DFT add as much error as a stage of radix
/// 4. A scale factor that is not a power of two is itself rounded, and so is the product with it;
/// so are the factors of a window. For a chirp z-transform it is Bluestein's bound for as many points as inputs and
/// results, times e^chirp_growth().
double arithmetic_bound(const Problem& problem);
/// The relative L2 error that so many roundings to Problem::scratch_storage, on the way from the input to a result, add
/// at most. Each changes a number by its unit roundoff at most, and what follows, a DFT but for a factor, keeps
/// relative errors as they are. In half a spectrum and in real-to-real transforms a number may have twice the weight,
/// squared, that its error had, hence a factor of sqrt(2); a convolution between the roundings is as much worse as for
/// error_bound(n, precision).
double scratch_error(const Problem& problem, int roundings);
/// The bound for stored results: it adds the largest rounding error of a stored number.
double error_bound(const Problem& problem);
/// The bound for a convolution by transforms of n points before its results are stored, relative to its whole circular
/// result: three transforms in a row, each of which rounds the results of the previous one, and a sum over channels,
/// whose rounding errors are random. For that result stands the norm of the signal times that of the kernel, which is
/// wrapped around the lengths of a circular convolution.
double convolution_bound(std::int64_t n, std::int64_t channels, Precision precision);

}  // namespace papilio
