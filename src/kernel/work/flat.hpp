// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The elements of a tile of whole transforms in the order of memory, dealt out to the work-items of a group
// (Shape::staged).
#pragma once

#include <vector>

#include "kernel/work/group_exchange.hpp"
#include "kernel/work/group_parts.hpp"

namespace papilio::kernel {

/// One element of the tile.
struct Flat {
  Value index = nullptr;   ///< among all elements of the tile
  Value active = nullptr;  ///< null: always
  Value valid = nullptr;   ///< true if the batch has its transform; null: always
  Value offset = nullptr;  ///< its transform, counted from the first one of the tile
  Value e = nullptr;
  Value at = nullptr;  ///< in the exchange
};

/// Neighbouring work-items take neighbouring elements. Where possible, the number of work-items is a multiple of the
/// length: each work-item then has one e, in columns a constant distance apart. `first` is the first transform of the
/// tile, i64, `count` the elements of each.
std::vector<Flat> flat_elements(const GroupParts& parts, Value first, std::int64_t count);

/// True if the tile's transforms are contiguous in memory and the batch has all of them: element `index` of the tile is
/// then number `index` of the first transform. Null if kernels of this spec do not need to know.
Value is_one_input_run(const KernelSpec& spec, const KernelContext& context, Value first);
Value is_one_output_run(const KernelSpec& spec, const KernelContext& context, Value first);

}  // namespace papilio::kernel
