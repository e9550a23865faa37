// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Twiddles between passes and between the phases of a cluster, from tables of roots of unity.
#pragma once

#include <vector>

#include "kernel/ir_words.hpp"
#include "kernel/tables/tables.hpp"

namespace papilio::kernel {

struct Complex;

/// A table of roots of unity, and which ones it holds.
struct RootTable {
  const Buffer* buffer = nullptr;  ///< null: there is none
  TableSpec spec;
};

/// Roots of unity, a different one for each work-item.
struct Roots {
  RootTable levels;  ///< two_level
  RootTable few;     ///< every TableSpec::step-th of them, at most 65, in the same table for all; or none
};

/// W_n^e from a two-level table: one multiplication. `e` is an i32 scalar, 0 <= e < n.
Complex two_level_twiddle(Builder& b, const RootTable& table, Value e);
/// The same; if there is a table of few roots, the nearest of them times W_n^r = cos - i sin of a small angle, because
/// work-items with different exponents would each load another cache line of the large table. Three terms of either
/// series leave an error of half an ulp of 1.
Complex twiddle(Builder& b, const Roots& roots, Value e);

/// values[k] *= W^{row*(first + step*k)}, as W^{row*first} W^{row*step*(k - k%r)} W^{row*step*(k%r)} with r about
/// sqrt(values.size()): the latter two are the same for all work-items that share the row, so their few entries come in
/// one access each; and they need the coarse table alone where that divides `step`.
struct Results {
  Value row;
  Value first;
  std::int64_t step;
};
void twiddle_results(Builder& b, const Roots& roots, const Results& results, Direction direction,
                     std::vector<Complex>& values);
/// The forward twiddles of so many results.
std::vector<Complex> result_factors(Builder& b, const Roots& roots, const Results& results, std::int64_t count);

}  // namespace papilio::kernel
