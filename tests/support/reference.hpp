// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// References of higher precision, and the errors measured against them.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "core/roots.hpp"

namespace papilio::test {

/// Uniform in [-1, 1), the same for the same seed; full-precision mantissas.
std::vector<LongComplex> random_signal(std::int64_t n, Precision precision, std::uint64_t seed);

/// The DFT of `x` in long double: host_fft for smooth lengths, otherwise Bluestein's convolution through it.
std::vector<LongComplex> reference_dft(const std::vector<LongComplex>& x, Direction direction);

/// ||a - b|| / ||b||; NaN counts as infinite. Zero against zero is 0.
double relative_l2(std::span<const LongComplex> a, std::span<const LongComplex> b);

/// The bound of a transform's relative L2 error: 1.2e-7*sqrt(log2 n) for f32, 4.0e-16*sqrt(log2 n) for f64, three times
/// that where n has a prime factor above 13.
double error_bound(std::int64_t n, Precision precision);

}  // namespace papilio::test
