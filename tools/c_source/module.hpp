// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan as an ES module for WebGPU: kernels in WGSL, tables and launches as JSON, and functions that record them.
#pragma once

#include <string>

#include "tools/c_source/program.hpp"

namespace papilio::tool {

/// The module's text; its interface is docs/webgpu.md. Throws Error(unsupported) for tables of more than 16 MiB, and
/// for buffers whose indices have more than 32 bits.
std::string module_text(const ProgramRequest& request);

}  // namespace papilio::tool
