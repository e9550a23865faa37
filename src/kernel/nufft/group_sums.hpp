// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Sums over the work-items of a work-group.
#pragma once

#include <vector>

#include "kernel/ir_words.hpp"

namespace papilio::kernel {

inline Value wide(Value number) { return cast(number, ScalarKind::i64); }

/// Sums of one number of each work-item.
struct ItemSums {
  Value before;  ///< of the work-items before this one
  Value all;
};
/// Sums of several numbers of each work-item, of one type, in the same steps. `threads` is a power of two; `sums`, of
/// that type, has twice as many elements for each number. It begins and ends with the array free for other use.
std::vector<ItemSums> group_sums(Builder& b, const Buffer* sums, int threads, const std::vector<Value>& own);

}  // namespace papilio::kernel
