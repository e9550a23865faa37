// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The identity of the compiler that last filled the compile cache for some target. It is stored in that cache, so that
// a machine without the compiler finds the kernels of a cache that was copied to it (PAPILIO_CACHE_READONLY).
#pragma once

#include <optional>
#include <string>

namespace papilio::runtime {

/// `target`: what the compiler compiles for, such as "sm_90".
std::optional<std::string> remembered_identity(const std::string& target);
void remember_identity(const std::string& target, const std::string& identity);

}  // namespace papilio::runtime
