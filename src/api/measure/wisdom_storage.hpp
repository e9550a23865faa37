// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The operating system's part of the wisdom's file: wisdom_storage_posix.cpp, wisdom_storage_windows.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "runtime/file_descriptor.hpp"

namespace papilio::api {

/// Throws Error(io) about the file.
[[noreturn]] void refuse_wisdom(const std::filesystem::path& path, const std::string& why, const std::string& remedy);
/// Refuses with the reason in errno.
[[noreturn]] void refuse_wisdom_by_errno(const std::filesystem::path& path);

/// Opens a lock file, or makes it with rights for this user alone. None on failure, with errno set.
runtime::FileDescriptor open_lock_file(const std::filesystem::path& path);
enum class LockState { held, of_another, failed };
/// Never waits. The lock is free again when the file is closed. `failed` sets errno.
LockState try_lock(int descriptor);

/// Writes the text to a temporary file in the same folder, then renames that file. It keeps the mode of the one before.
/// Throws Error(io).
void replace_wisdom(const std::filesystem::path& path, std::string_view text);

}  // namespace papilio::api
