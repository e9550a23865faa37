// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The operating system's loader of libraries: loader_posix.cpp, loader_windows.cpp.
#pragma once

#include <string>

namespace papilio::runtime {

/// Opens a library whose names stay its own, and which stays loaded after close_library(): drivers have threads and
/// exit handlers, and FFTW has its planner's accumulated wisdom. Null on failure, with the reason in `why`.
void* open_library(const std::string& name, std::string& why);
void close_library(void* library) noexcept;
/// Null where the library lacks it.
void* find_symbol(void* library, const char* name) noexcept;

}  // namespace papilio::runtime
