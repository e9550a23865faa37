// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "lab/tables/twiddles.hpp"

#include <fmt/format.h>

#include "core/roots.hpp"

namespace papilio::tool {
namespace {

/// The shortest decimals from which the same double is read back; no negative zero.
std::string decimals(long double value) { return fmt::format("{}", static_cast<double>(value) + 0.0); }

}  // namespace

ColumnTable twiddle_table(const std::vector<std::int64_t>& radices, TwiddleDecimation decimation) {
  const bool time = decimation == TwiddleDecimation::time;
  std::int64_t n = 1;
  for (const std::int64_t radix : radices) n *= radix;
  ColumnTable table{{"stage", "radix", time ? "q" : "p", time ? "j" : "k", "exponent", "re", "im"}, {}};
  std::int64_t s = 1;
  for (std::size_t stage = 0; stage < radices.size(); ++stage) {
    const std::int64_t radix = radices[stage];
    const std::int64_t m = n / (s * radix);
    for (std::int64_t index = 0; index < (time ? s : m); ++index) {
      for (std::int64_t leg = 0; leg < radix; ++leg) {
        const std::int64_t exponent = (time ? m : s) * index * leg;
        const LongComplex root = root_of_unity(exponent, n);
        table.rows.push_back({std::to_string(stage + 1), std::to_string(radix), std::to_string(index),
                              std::to_string(leg), std::to_string(exponent), decimals(root.real()),
                              decimals(root.imag())});
      }
    }
    s *= radix;
  }
  return table;
}

ColumnTable butterfly_table(std::int64_t radix) {
  ColumnTable table{{"j", "k", "exponent", "re", "im"}, {}};
  for (std::int64_t j = 0; j < radix; ++j) {
    for (std::int64_t k = 0; k < radix; ++k) {
      const LongComplex root = root_of_unity(j * k % radix, radix);
      table.rows.push_back({std::to_string(j), std::to_string(k), std::to_string(j * k % radix), decimals(root.real()),
                            decimals(root.imag())});
    }
  }
  return table;
}

ColumnTable butterfly_matrix(std::int64_t radix) {
  ColumnTable table{{"j\\k"}, {}};
  for (std::int64_t k = 0; k < radix; ++k) table.headings.push_back(std::to_string(k));
  for (std::int64_t j = 0; j < radix; ++j) {
    table.rows.push_back({std::to_string(j)});
    for (std::int64_t k = 0; k < radix; ++k) table.rows.back().push_back(std::to_string(j * k % radix));
  }
  return table;
}

}  // namespace papilio::tool
