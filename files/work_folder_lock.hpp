// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A folder that is one process's alone: work_folder_lock_posix.cpp, work_folder_lock_windows.cpp.
#pragma once

#include <filesystem>

#include "files/descriptor.hpp"

namespace papilio::files {

/// Makes the folder for this user alone, or takes up one, and locks it until the descriptor is closed. Throws Error(io)
/// where another process uses it. Where the system tells: also where it belongs to somebody else or others may write in
/// it.
Descriptor take_folder(const std::filesystem::path& path);

/// Removes the folder if nothing but the lock is left in it.
void leave_folder(const std::filesystem::path& path, Descriptor& lock);

}  // namespace papilio::files
