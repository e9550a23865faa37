// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Where an output goes, decided before anything is written: target.cpp, target_posix.cpp, target_windows.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "files/descriptor.hpp"

namespace papilio::files {

/// Owner and mode that a file had, for the one that replaces it. On Windows a new file has the rights of its folder.
struct Rights {
  std::uint32_t user = 0;
  std::uint32_t group = 0;
  std::uint32_t mode = 0;  ///< without set-user-ID, set-group-ID and sticky
};

struct Target {
  /// Of the file to be made or replaced, every symbolic link followed. Unused where `through` is open.
  std::filesystem::path path;
  /// None where there is no file yet.
  std::optional<Rights> rights;
  /// A device, a FIFO or a standard stream, which is written as it is.
  Descriptor through;
};

/// A regular file is replaced; a new one is made if there is none, also at the end of a dangling symbolic link.
/// Character devices are opened, FIFOs if they have a reader (this never waits), and a name of standard output or
/// standard error is that stream. Throws Error(io) for folders, sockets, block devices, FIFOs without a reader, and
/// files that this user may not write. A file without any write permission is refused to root too.
Target target_of(const std::filesystem::path& path);

/// Gives a new file the rights of what it replaces or, if that is nothing, those of any new file. An owner or a group
/// that this user cannot give is left out; without its group, the group's rights are those of all others at most.
void give_rights(int descriptor, const std::optional<Rights>& rights);

/// Renames a file in one step, over nothing but a regular file, and brings its name to the disk. Throws Error(io).
void put_in_place(const std::filesystem::path& from, const std::filesystem::path& wanted);

/// After this the disk has the names of the path's folder. Failure is harmless: a crash then leaves the earlier file.
void sync_folder_of(const std::filesystem::path& path);

/// The system's words for one of its errors, and what helps against one of writing.
std::string reason(int error);
const char* remedy_of(int error);

}  // namespace papilio::files
