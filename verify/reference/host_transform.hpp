// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Transforms in long double without FFTW, for tests that run everywhere.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "core/roots.hpp"

namespace papilio::verify {

/// The DFT of `x` in long double: host_fft for smooth lengths, otherwise Bluestein's algorithm on top of it.
std::vector<LongComplex> reference_dft(const std::vector<LongComplex>& x, Direction direction);

/// The unscaled transform of packed numbers in long double, axis by axis, with window and shifts; c2r as NumPy's
/// irfftn; real-to-real kinds by definition, with the weights that make Scale::inverse_sqrt_n orthonormal.
std::vector<long double> reference_transform(const Problem& problem, std::vector<long double> numbers,
                                             std::int64_t position = 0);

/// ||a - b|| / ||b||; NaN counts as infinite. Zero against zero is 0.
double relative_l2(std::span<const LongComplex> a, std::span<const LongComplex> b);

}  // namespace papilio::verify
