// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Whether two elements of a strided array share an address. This is a bounded subset-sum problem: elements i and j meet
// if sum (i_a - j_a) * stride_a = 0. It is decided by a depth-first search over the differences of indices, axis by
// axis from the largest stride on. A branch ends where the remaining axes cannot reach the remaining sum, or where the
// greatest common divisor of their strides does not divide it. Layouts of one or two axes take constant time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace papilio {

/// One axis of a strided array, or its batch. The stride may be negative or 0.
struct StridedAxis {
  std::int64_t count = 1;
  std::int64_t stride = 1;
};

enum class Overlap {
  none,       ///< all elements are distinct
  found,      ///< two elements share an address
  undecided,  ///< the search was given up, and the strides do not nest (see below)
};

struct OverlapResult {
  Overlap overlap = Overlap::none;
  /// If found: indices of two such elements, one for each axis, in lexicographic order.
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
};

/// Branches that a search tries before it is given up: some milliseconds.
inline constexpr std::int64_t most_branches = 1 << 16;

/// `counts` are at least 1, and the sum of all (count-1)*|stride| fits 64 bits. Strides nest if each one, in ascending
/// order of magnitude, is larger than the span of all smaller ones; then elements are distinct without a search.
OverlapResult find_overlap(const std::vector<StridedAxis>& axes, std::int64_t branches = most_branches);

/// The indices of an element at `offset` from the element with indices 0; none if there is no such element, or if the
/// search was given up.
std::optional<std::vector<std::int64_t>> index_at(const std::vector<StridedAxis>& axes, std::int64_t offset);

}  // namespace papilio
