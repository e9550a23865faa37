// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/tables/digits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/index_maps.hpp"
#include "core/number_theory.hpp"

namespace papilio::tool {
namespace {

/// The least significant first.
std::vector<std::int64_t> digits_of(std::int64_t index, const std::vector<std::int64_t>& radices) {
  std::vector<std::int64_t> digits;
  for (const std::int64_t radix : radices) {
    digits.push_back(index % radix);
    index /= radix;
  }
  return digits;
}

}  // namespace

std::int64_t reverse_digits(std::int64_t index, const std::vector<std::int64_t>& radices) {
  return reversed_digits(index, radices);
}

std::int64_t reverse_digits_sum(std::int64_t index, const std::vector<std::int64_t>& radices) {
  const std::int64_t n = product(radices);
  std::int64_t before = 1;
  std::int64_t sum = 0;
  for (const std::int64_t radix : radices) {
    sum += index / before % radix * (n / (before * radix));
    before *= radix;
  }
  return sum;
}

std::int64_t reverse_digits_bits(std::int64_t index, int bits, int digits) {
  const std::int64_t mask = (std::int64_t{1} << bits) - 1;
  std::int64_t reversed = 0;
  for (int i = 0; i < digits; ++i) reversed |= ((index >> (i * bits)) & mask) << ((digits - 1 - i) * bits);
  return reversed;
}

ColumnTable digit_table(const std::vector<std::int64_t>& radices) {
  const std::int64_t n = product(radices);
  ColumnTable table{{"index", "digits", "reversed digits", "reversed"}, {}};
  for (std::int64_t index = 0; index < n; ++index) {
    const std::vector<std::int64_t> up = digits_of(index, radices);
    const std::vector<std::int64_t> down(up.rbegin(), up.rend());
    table.rows.push_back({std::to_string(index), fmt::format("{}", fmt::join(down, " ")),
                          fmt::format("{}", fmt::join(up, " ")), std::to_string(reverse_digits(index, radices))});
  }
  return table;
}

}  // namespace papilio::tool
