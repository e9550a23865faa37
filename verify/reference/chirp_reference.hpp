// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Chirp z-transforms by their defining sum. Nothing is shared with the library: angles are reduced in quad precision.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <span>
#include <vector>

#include "core/roots.hpp"

namespace papilio::verify {

/// X[k] = sum_j x[j] z_k^-j before it is scaled, for each k of `results`; `x` has the inputs of one transform.
std::vector<LongComplex> chirp_sums(const Problem& problem, std::span<const LongComplex> x,
                                    std::span<const std::int64_t> results);

}  // namespace papilio::verify
