// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// For dialects whose arrays have one element type: the widest vectors that an array may consist of.
#pragma once

#include "core/flat_map.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

/// Widest access, as wide as GPUs have.
inline constexpr int widest_vector = 4;

using VectorWidths = FlatMap<const ir::Buffer*, int>;

/// 1, 2 or 4 for each shared array and each global buffer that the module accesses, so that every access takes
/// whole vectors.
VectorWidths vector_widths(const ir::Module& module);

}  // namespace papilio::emit
