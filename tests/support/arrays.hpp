// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems of any kind, rank and layout as lists of numbers: buffers and checks of results.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>
#include <vector>

#include "support/reference.hpp"
#include "verify/reference/side_layout.hpp"

namespace papilio::test {

using verify::End;

/// The numbers of a buffer: one for a real element, two for a complex one.
using Numbers = std::vector<double>;

/// Size of a side's buffer in numbers; in place, of the buffer that both sides share.
std::int64_t buffer_numbers(const Problem& problem, End end);

/// The indices of each transform's numbers, in row-major order. An axis that is not transformed is a batch dimension.
using Places = std::vector<std::int64_t>;
std::vector<Places> places_of(const Problem& problem, End end);
/// Says of each transform whether a compact side leaves it out. Its places are those of another.
std::vector<bool> removed_transforms(const Problem& problem, End end);

/// For each number of a side's buffer: whether it belongs to pruned elements only, which must not be accessed.
std::vector<bool> pruned_numbers(const Problem& problem, End end);

/// The input buffer: uniform in [-1, 1) in the problem's precision, determined by the seed; NaN in gaps and pruned
/// elements.
Numbers random_input(const Problem& problem, std::uint64_t seed);

/// Faults of an output buffer that was filled with NaN before, or in place with the input: transforms above their error
/// bound, and gaps or pruned elements that were written.
std::vector<std::string> faults_of_output(const Problem& problem, const Numbers& input, const Numbers& output,
                                          int roundings = 0);

}  // namespace papilio::test
