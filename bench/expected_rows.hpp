// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Exact results of non-uniform transforms and ragged batches, for a sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/ragged_problem.hpp>
#include <span>
#include <vector>

#include "verify/check/placed_nufft.hpp"

namespace papilio::bench {

/// Numbers of the output, in increasing order, that belong together.
struct ExpectedRow {
  std::vector<std::int64_t> numbers;
  std::vector<long double> exact;
};

/// Direct sums of the first and the last transform, at bench_points().
std::vector<ExpectedRow> expected_rows(const verify::PlacedNufft& problem, std::span<const std::byte> input);
/// Transforms evenly between the first and the last, by FFTW. Throws Error(unsupported) without it.
std::vector<ExpectedRow> expected_rows(const RaggedProblem& problem, std::span<const std::byte> input);

}  // namespace papilio::bench
