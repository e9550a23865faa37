// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The random linear functional of verified executions as a product of one for each axis, so that it can be summed
// column by column. checksum_weights.hpp has the general one.
#pragma once

#include <complex>
#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

namespace papilio::api {

using LongComplex = std::complex<long double>;

/// Weights along each axis. The functional is the real part of the sum of the products of the numbers with theirs.
using Functional = std::vector<std::vector<LongComplex>>;

/// Magnitudes in [0.75, 1] and random phases, so that no two errors cancel.
std::vector<LongComplex> random_numbers(std::int64_t count, unsigned seed);
/// Random weights of the output of a c2c problem.
Functional random_functional(const Problem& problem);
/// Adjoint weights: the functional of the input whose value is that of `output` on the transform, which is not scaled
/// but divided by sqrt(points).
Functional input_functional(Functional output, const Problem& problem);

/// How often element k of half a spectrum of n numbers stands in the whole one.
inline double multiplicity(std::int64_t k, std::int64_t n) { return k == 0 || 2 * k == n ? 1 : 2; }

/// Real and imaginary parts in turn as complex numbers, and back.
std::vector<LongComplex> paired(const std::vector<double>& numbers);
std::vector<double> in_turn(const std::vector<LongComplex>& numbers);

}  // namespace papilio::api
