// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Dialect and Source: what src/emit writes and what a backend compiles.
#pragma once

#include <string>
#include <string_view>

namespace papilio {

enum class Dialect { opencl, cuda, ptx, spirv, wgsl };
enum class Encoding { text, binary };

std::string_view to_string(Dialect dialect);
/// Throws Error(invalid_argument) with the list of names if there is no such dialect.
Dialect parse_dialect(std::string_view name);
Encoding encoding_of(Dialect dialect);

/// One kernel in one dialect.
struct Source {
  Dialect dialect = Dialect::opencl;
  std::string bytes;  ///< text or binary, see encoding_of()
};

}  // namespace papilio
