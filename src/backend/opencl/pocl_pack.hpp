// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs of PoCL's cache in a kernel pack (runtime/kernel_pack.hpp). PoCL finds them in its folder only, so they are
// put there when a process loads its first kernel.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/kernel_pack.hpp"

namespace papilio::backend::opencl {

/// All programs of Papilio in PoCL's folder, as entries for devices of this compiler identity.
std::vector<runtime::CacheEntry> pack_pocl_programs(const std::filesystem::path& folder, const std::string& identity);

/// Puts the pack's programs for this identity into PoCL's folder where they are missing, each in one step. Never fails.
void unpack_pocl_programs(const std::filesystem::path& pack, const std::string& identity,
                          const std::filesystem::path& folder) noexcept;

/// unpack_pocl_programs() from PAPILIO_KERNEL_PACK, at the first call of the process.
void unpack_pocl_programs_once(const std::string& identity) noexcept;

}  // namespace papilio::backend::opencl
