// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>

namespace papilio {

/// The bound that Papilio promises for the relative L2 error of a transform of n points: 1.2e-7*sqrt(log2 n) for f32,
/// 4.0e-16*sqrt(log2 n) for f64, where log2 n counts as 1 at least; three times that where n has a prime factor above
/// 13 (Rader's and Bluestein's methods are two transforms and a product). Rounding errors grow with the square root of
/// the number of stages: J. C. Schatzman, "Accuracy of the discrete Fourier transform and the fast Fourier transform",
/// 1996.
double error_bound(std::int64_t n, Precision precision);
/// Of a whole problem before it is stored: that of its points. A real-to-real transform is part of a DFT of its logical
/// length, and the twiddles before and after that DFT are as good as a stage of radix 4 to its error. A factor that is
/// no power of two is rounded itself, and so is the product with it.
double arithmetic_bound(const Problem& problem);
/// As it is stored: with the largest rounding of a number there.
double error_bound(const Problem& problem);
/// The same of a convolution by transforms of n points before it is stored, relative to all of its circular result:
/// three transforms in a row, each of which rounds what the one before gave, and a sum over channels, whose roundings
/// are random.
double convolution_bound(std::int64_t n, std::int64_t channels, Precision precision);

}  // namespace papilio
