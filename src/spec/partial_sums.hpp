// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on GPUs: how the work-items of a work-group share the sums of their columns through local memory
// (kernel/verified/group_sums.hpp). Launchers need its size, kernels the addresses.
#pragma once

#include <cstdint>

#include "spec/kernel_spec.hpp"

namespace papilio {

/// True if the kernel checks the sums that it makes: those of whole transforms, on both sides.
inline bool checks_sums(const KernelSpec& spec) {
  return spec.in.sums == Sums::real && spec.out.sums == Sums::real && spec.shape.strategy == Strategy::cooperative &&
         spec.shape.cluster == 1;
}

/// The columns of a work-group that are summed on a side.
struct SummedTile {
  std::int64_t columns = 1;
  /// Clusters sum the columns of their phases (spec/cluster.hpp), of which a column of the cluster's tile has so many.
  /// Part n of the tile's column t is column t + (n - first)*tile of the work-group that has part `first` first.
  std::int64_t parts = 1;
};
/// `side` is `in` or `out` of the spec, here and below.
SummedTile summed_tile(const KernelSpec& spec, const Side& side);

/// Elements that a side's table has weights for: those of a column. Of the real sums of a pass over columns, all that
/// these are made of: element e of column c is number c + e*columns there.
inline std::int64_t weighted_elements(const KernelSpec& spec, const Side& side) {
  if (side.sums == Sums::real && spec.columns() > 1) return spec.transform();
  return spec.length + (side.form == Form::half ? 1 : 0);
}

/// Layout of one of the sums of a side. Partial sum n of a column of the tile is in slot n*step + column*column_step.
struct PartialSums {
  std::int64_t count = 1;   ///< of a column
  std::int64_t merged = 1;  ///< butterflies of a work-item, one after the other, whose sums are one partial sum
  std::int64_t step = 1;
  std::int64_t column_step = 1;
};

PartialSums partial_sums(const KernelSpec& spec, const Side& side);

/// For each sum of a side. 0: work-items have whole columns on both sides, or the side is not summed.
std::int64_t partial_slots(const KernelSpec& spec, const Side& side);

/// Partial sums of both sides, which are one array: that of the input comes first.
std::int64_t partial_numbers(const KernelSpec& spec);

}  // namespace papilio
