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

#include "core/error_bound.hpp"
#include "core/roots.hpp"

namespace papilio::test {

/// Uniform in [-1, 1), determined by the seed; full-precision mantissas.
std::vector<LongComplex> random_signal(std::int64_t n, Precision precision, std::uint64_t seed);

/// The DFT of `x` in long double: host_fft for smooth lengths, otherwise Bluestein's algorithm on top of it.
std::vector<LongComplex> reference_dft(const std::vector<LongComplex>& x, Direction direction);

/// ||a - b|| / ||b||; NaN counts as infinite. Zero against zero is 0.
double relative_l2(std::span<const LongComplex> a, std::span<const LongComplex> b);

/// The bound of relative_l2 for a transform, as used by `papilio check`.
using papilio::error_bound;

}  // namespace papilio::test
