// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Random signals, and the references and error bounds that most tests need with them.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <vector>

#include "core/error_bound.hpp"
#include "core/roots.hpp"
#include "verify/reference/chirp_reference.hpp"
#include "verify/reference/host_transform.hpp"

namespace papilio::test {

/// Uniform in [-1, 1), determined by the seed; full-precision mantissas.
std::vector<LongComplex> random_signal(std::int64_t n, Precision precision, std::uint64_t seed);

using verify::chirp_sums;
using verify::reference_dft;
using verify::reference_transform;
using verify::relative_l2;
/// The bound of relative_l2 for a transform, as used by `papilio check`.
using papilio::error_bound;

}  // namespace papilio::test
