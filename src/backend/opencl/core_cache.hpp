// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace papilio::backend::opencl {

/// Size in bytes of one core's private cache, which OpenCL has no property for; 0 where the system does not tell it.
/// core_cache_posix.cpp, core_cache_windows.cpp.
std::int64_t core_cache_bytes();

}  // namespace papilio::backend::opencl
