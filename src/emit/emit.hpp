// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Emitting: a kernel's IR as source for one compiler.
#pragma once

#include "core/dialect.hpp"
#include "ir/ir.hpp"

namespace papilio::emit {

/// The newest architecture that the PTX emitter targets (90 is compute capability 9.0); newer devices run that PTX too.
inline constexpr int newest_ptx = 90;

/// The source of a module. Parameters come in the order of module.buffers, then module.scalars as 64-bit integers.
/// Deterministic: equal modules give equal sources. `architecture` is the target of PTX: the compute capability, 90 for
/// 9.0. Throws Error(internal) for what the dialect cannot express (vectors wider than 4 in CUDA, callbacks in PTX).
Source emit(const ir::Module& module, Dialect dialect, int architecture = newest_ptx);

}  // namespace papilio::emit
