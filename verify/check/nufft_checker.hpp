// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The check of one non-uniform transform: with direct sums in long double, of some of the results.
#pragma once

#include "verify/check/inputs.hpp"
#include "verify/check/placed_nufft.hpp"
#include "verify/check/row_examiner.hpp"

namespace papilio::verify {

/// `inputs.seed` decides the points too. Numbers are uniform whatever its distribution: the norm of the result, to
/// which the tolerance is relative, is known for them.
CheckResult check_nufft(CheckPlace& place, const PlacedNufft& problem, const CheckInputs& inputs);

/// Numbers of one transform's results that are compared with sums, in increasing order: all, or so many that the sums
/// have some millions of terms. They are drawn without preference, because the modes of highest frequency have most of
/// the error.
std::vector<std::int64_t> compared_results(const PlacedNufft& problem, std::mt19937_64& engine);
/// Points as the reference takes them.
std::vector<std::vector<long double>> in_long_double(const std::vector<std::vector<double>>& rows);

}  // namespace papilio::verify
