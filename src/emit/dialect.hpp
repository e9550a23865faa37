// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Dialects: a kernel's IR as source text for one compiler.
#pragma once

#include <string>
#include <string_view>

#include "kernel/ir.hpp"

namespace papilio::emit {

enum class Dialect { opencl, cuda };

/// Every parameter in the order of module.buffers, then module.scalars as 64-bit integers. Deterministic: equal modules
/// give equal text. Throws Error(internal) for what the dialect cannot say (vectors wider than 4 in CUDA).
std::string emit(const kernel::Module& module, Dialect dialect);

std::string_view to_string(Dialect dialect);
/// "opencl" or "cuda"; throws Error(invalid_argument) otherwise.
Dialect parse_dialect(std::string_view name);

}  // namespace papilio::emit
