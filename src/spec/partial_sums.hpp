// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on GPUs: how the work-items of a work-group share the sums of their columns through local memory
// (kernel/group_sums.hpp). Launchers need its size, kernels the addresses.
#pragma once

#include <cstdint>

#include "spec/fused_launch.hpp"

namespace papilio {

/// True if the kernel judges the sums that it makes: those of whole transforms, on both sides.
inline bool judges_sums(const KernelSpec& spec) {
  return spec.in.sums == Sums::real && spec.out.sums == Sums::real && spec.shape.strategy == Strategy::cooperative;
}

/// Of one of the sums of a side. Partial sum n of a column of the tile is in slot n*step + column*column_step.
struct PartialSums {
  std::int64_t count = 1;   ///< of a column
  std::int64_t merged = 1;  ///< butterflies of a work-item, one after the other, whose sums are one partial sum
  std::int64_t step = 1;
  std::int64_t column_step = 1;
};

/// `side` is `in` or `out` of the spec.
PartialSums partial_sums(const KernelSpec& spec, const Side& side);

/// For each sum of a side. 0: work-items have whole columns on both sides, or the side is not summed.
std::int64_t partial_slots(const KernelSpec& spec, const Side& side);

/// Partial sums of both sides, which are one array: that of the input comes first.
std::int64_t partial_numbers(const KernelSpec& spec);

/// Local memory for the exchange and for the partial sums, which the two kernels of a fused launch share;
/// Strategy::cooperative only.
std::int64_t local_bytes(const Kernel& kernel);

}  // namespace papilio
