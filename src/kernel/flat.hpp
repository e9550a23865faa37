// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The elements of a tile of whole transforms in the order of memory, dealt out to the work-items of a group
// (Shape::staged).
#pragma once

#include <vector>

#include "kernel/group_exchange.hpp"

namespace papilio::kernel {

/// One element of the tile.
struct Flat {
  Value active = nullptr;  ///< null: always
  Value valid = nullptr;   ///< the batch has its transform; null: always
  Value offset = nullptr;  ///< transforms from the first of the tile
  Value e = nullptr;
  Value at = nullptr;  ///< in the exchange
};

/// Work-items take neighbouring elements. Their number is a multiple of the length wherever that is possible: each
/// then has one e, and columns a constant apart. `first` is the first transform of the tile, i64.
std::vector<Flat> flat_elements(Builder& b, const KernelSpec& spec, const Frame& frame, GroupExchange& exchange,
                                Value first);

}  // namespace papilio::kernel
