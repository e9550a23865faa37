// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Declarations of the built-in functions of OpenCL C that a kernel calls. PoCL includes clang's opencl-c.h, 18,000
// lines, in every program and reads it twice; with the few lines that a kernel needs instead, compiling one takes
// 110 ms less, and loading one that PoCL has in its cache 15 ms less (docs/adr/0038).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace papilio::backend::opencl {

/// One line that declares all built-in functions that `source` calls. Nothing if it calls other functions than these
/// and `entry`, or contains the user's text, which may use everything in the header.
std::optional<std::string> declarations_for(std::string_view source, std::string_view entry);

}  // namespace papilio::backend::opencl
