// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

/// The elements of one transform that a kernel accesses on one side: number e is element first + step*e of the
/// transform, and lies at start + stride*e.
struct AddressMap {
  Value base;    ///< i64, scalars before the stack
  Value column;  ///< of the transform in its stack, in elements
  Value first;
  std::int64_t below = 1;  ///< first is less than this; 0: unknown
  std::int64_t step = 1;
  Value start;  ///< in elements; of an output in blocks (Strides::block) which column of the next pass
  std::int64_t stride = 1;
  Value row = nullptr;     ///< of an output in blocks: where its row begins in a block
  Value filter = nullptr;  ///< KernelSpec::filtered: like base, in the filter
};

/// Where a column of the tile is in global memory; sets *valid, which is null if the column always exists.
using AddressMapOf = std::function<AddressMap(Value column, Value* valid)>;

}  // namespace papilio::kernel
