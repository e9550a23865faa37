// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The elements of a tile of whole transforms in the order of memory, dealt out to the work-items of a group
// (Shape::staged).
#pragma once

#include <vector>

#include "kernel/group_exchange.hpp"
#include "kernel/group_parts.hpp"

namespace papilio::kernel {

/// One element of the tile.
struct Flat {
  Value index = nullptr;   ///< of all the tile's
  Value active = nullptr;  ///< null: always
  Value valid = nullptr;   ///< the batch has its transform; null: always
  Value offset = nullptr;  ///< transforms from the first of the tile
  Value e = nullptr;
  Value at = nullptr;  ///< in the exchange
};

/// Work-items take neighbouring elements. Their number is a multiple of the length wherever that is possible: each
/// then has one e, and columns a constant apart. `first` is the first transform of the tile, i64, `count` the elements
/// of each.
std::vector<Flat> flat_elements(const GroupParts& parts, Value first, std::int64_t count);

/// Nothing but the elements of the tile's transforms lies between the first and the last of them, and the batch has
/// them all: element `index` is then number `index` of the first transform. Null where kernels of this spec do not ask.
Value is_one_input_run(const KernelSpec& spec, const KernelContext& context, Value first);
Value is_one_output_run(const KernelSpec& spec, const KernelContext& context, Value first);

}  // namespace papilio::kernel
