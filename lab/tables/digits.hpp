// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Digit reversal: the permutation between the natural order and the order in which an in-place FFT leaves its results.
//
// An index below n = r[0] r[1] … has the digits d[0], d[1] …, the least significant first:
//   index    = d[0] + r[0] (d[1] + r[1] (d[2] + …))
//   reversed = d[last] + r[last] (d[last-1] + r[last-1] (… ))
// With one radix throughout the permutation is its own inverse; with mixed radices its inverse reverses the list, too.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/tables/column_table.hpp"

namespace papilio::tool {

/// Digit by digit, as written above: the library's own map.
std::int64_t reverse_digits(std::int64_t index, const std::vector<std::int64_t>& radices);
/// In closed form: the sum of d[i] n / (r[0] … r[i]), where d[i] = floor(index / (r[0] … r[i-1])) mod r[i].
std::int64_t reverse_digits_sum(std::int64_t index, const std::vector<std::int64_t>& radices);
/// With shifts and masks: `digits` digits of `bits` bits each.
std::int64_t reverse_digits_bits(std::int64_t index, int bits, int digits);

/// Rows of index, its digits, the digits reversed (most significant first, separated by spaces) and their value.
ColumnTable digit_table(const std::vector<std::int64_t>& radices);

}  // namespace papilio::tool
