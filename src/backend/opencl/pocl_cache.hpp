// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The folder of PoCL's cache, which PoCL does not bound. A program is a folder FOLDER/XX/HASH with a folder of each
// kernel and `last_accessed`, whose time is that of the last use (docs/adr/0161).
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace papilio::backend::opencl {

/// $POCL_CACHE_DIR, else $XDG_CACHE_HOME/pocl/kcache, else ~/.cache/pocl/kcache. Empty if the environment does not say.
std::filesystem::path pocl_cache_folder();
/// That folder, if PoCL keeps what it compiles; else empty (POCL_KERNEL_CACHE=0).
std::filesystem::path pocl_kernel_folder();

/// Folders of the programs of Papilio.
std::vector<std::filesystem::path> pocl_programs(const std::filesystem::path& folder);

/// Removes programs of Papilio, the least recently used first, until they take no more than three quarters of
/// `limit_bytes`, if they take more than that limit. Programs used in the last hour stay, and so do those of others.
/// Processes that have loaded a program do not need its files.
void trim_pocl_cache(const std::filesystem::path& folder, std::int64_t limit_bytes);

/// trim_pocl_cache() with PAPILIO_CACHE_LIMIT, at most once an hour for all processes that use the folder. Never fails.
void trim_pocl_cache_hourly() noexcept;

}  // namespace papilio::backend::opencl
