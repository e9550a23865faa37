// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Compact sides of a problem: which frequencies modes= leaves out, and where an index lies without the ranges.
#pragma once

#include <cstdint>
#include <papilio/problem.hpp>
#include <string>

namespace papilio {

/// The remedy where a problem must have whole arrays.
inline constexpr const char* leave_ranges_out =
    "leave out zero=, skip=, modes=, pad=, crop=, window=, ishift=, oshift= and omap=";

/// True if the range is some of the indices 0 .. length-1, but not all.
bool is_part_of(const Range& range, std::int64_t length);

/// Place of index i along an axis whose indices in `removed` have none. An index in it gets the place of a neighbour.
inline std::int64_t compact_index(std::int64_t i, const Range& removed) {
  if (removed.empty() || i < removed.begin) return i;
  if (i >= removed.end) return i - removed.size();
  return removed.begin == 0 ? 0 : removed.begin - 1;
}

/// True if the input, or the output, is the spectrum that Problem::keep_modes() shortens.
bool has_modes_in_input(const Problem& problem);
bool has_modes_in_output(const Problem& problem);

/// Ranges that Problem::keep_modes() leaves out of the side that it shortens. Throws Error as it does.
std::vector<Range> ranges_of_modes(const Problem& problem, const std::vector<std::int64_t>& modes);

/// The options of a token that give the ranges of both sides and their packing: ":modes=64x33", ":pad=100:skip=[3,9)".
std::string ranges_text(const Problem& problem);

}  // namespace papilio
