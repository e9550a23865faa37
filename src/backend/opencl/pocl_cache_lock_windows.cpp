// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/pocl_cache_lock.hpp"

namespace papilio::backend::opencl {

/// Nothing is locked: PoCL's cache on Windows has not been looked at.
PoclCacheLock::PoclCacheLock(std::string_view /*program*/) : file_(-1) {}

PoclCacheLock::~PoclCacheLock() = default;

/// Nothing is removed there either.
bool set_time_to_now(const std::filesystem::path& /*file*/) { return false; }

}  // namespace papilio::backend::opencl
