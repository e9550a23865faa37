// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems of any kind, rank and layout as lists of numbers: their buffers, and what is right.
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

/// Of a side's buffer; in place, of the one that both sides share.
std::int64_t buffer_numbers(const Problem& problem, End end);

/// Where the numbers of each transform lie, in row-major order. An axis that is not transformed is a batch.
using Places = std::vector<std::int64_t>;
std::vector<Places> places_of(const Problem& problem, End end);

/// Of each number of a side's buffer: whether it belongs to an element that is pruned, so that nobody may touch it.
std::vector<bool> pruned_numbers(const Problem& problem, End end);

/// The input's buffer: uniform in [-1, 1) in the problem's precision, the same for the same seed; NaN in the gaps and
/// where it is pruned.
Numbers random_input(const Problem& problem, std::uint64_t seed);

/// What is wrong with an output buffer that was full of NaN, or in place the input: transforms above their error bound,
/// gaps or pruned elements that were written.
std::vector<std::string> faults_of_output(const Problem& problem, const Numbers& input, const Numbers& output);

}  // namespace papilio::test
