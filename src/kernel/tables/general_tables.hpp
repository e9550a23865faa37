// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The tables of Algorithm::general (spec/general_kernel.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/tables/tables.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Numbers, sizes and strides, in the order of the program's parameters.
std::vector<TableSpec> general_tables(const KernelSpec& spec);

/// Places in the table of numbers. It has the scale, then for each stage the twiddles of its inputs, W_{r s}^{q j},
/// [j-1] s real parts, s imaginary parts, where the first one has `lanes` ones instead, then for each prime r without a
/// codelet cos and sin of 2 pi j k/r, [k-1][j-1], then chirp and spectrum of Bluestein's algorithm, then for a real
/// transform of 2n points -i W_{2n}^k, k < n, with zeros behind, because vectors may reach beyond.
struct GeneralNumbers {
  std::vector<std::int64_t> twiddles;  ///< of each stage
  std::vector<std::int64_t> roots;     ///< of the prime radix of each stage
  std::int64_t prime_roots = 0;        ///< of all
  std::int64_t chirp = 0;
  std::int64_t spectrum = 0;
  std::int64_t split = 0;  ///< of a real transform by halves
  std::int64_t elements = 0;
};
GeneralNumbers general_numbers(const TableSpec& spec);

/// TableKind::general_numbers.
std::vector<std::byte> make_general_numbers(const TableSpec& spec);

}  // namespace papilio::kernel
