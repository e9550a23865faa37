// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Dialects: a kernel's IR as source text for one compiler.
#pragma once

#include <string>
#include <string_view>

#include "ir/ir.hpp"

namespace papilio::emit {

enum class Dialect { opencl, cuda, ptx };

/// The newest architecture that the PTX emitter targets (90 is compute capability 9.0); newer devices run that PTX too.
inline constexpr int newest_ptx = 90;

/// The source text of a module. Parameters come in the order of module.buffers, then module.scalars as 64-bit integers.
/// Deterministic: equal modules give equal text. `architecture` is the target of PTX: the compute capability, 90 for
/// 9.0. Throws Error(internal) for what the dialect cannot express (vectors wider than 4 in CUDA, callbacks in PTX).
std::string emit(const ir::Module& module, Dialect dialect, int architecture = newest_ptx);

std::string_view to_string(Dialect dialect);
/// "opencl", "cuda" or "ptx"; throws Error(invalid_argument) otherwise.
Dialect parse_dialect(std::string_view name);

}  // namespace papilio::emit
