// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one place where the library reads the environment: environment_posix.cpp, environment_windows.cpp.
#pragma once

#include <span>
#include <string_view>

namespace papilio::runtime {

/// The value of a variable. Null if it is not set, and in a process with more rights than its user (set-user-ID): its
/// environment comes from that user, and libraries that it names would run with these rights.
const char* environment_variable(const char* name) noexcept;

/// How a value switches something off.
inline bool is_off(std::string_view value) noexcept { return value == "off" || value == "0"; }

/// A folder of the user's own: `below` the one that a variable names.
struct UserFolder {
  const char* variable;
  const char* below;
};
/// The places of the compile cache and of the wisdom, unless Papilio's own variables say otherwise. The first that is
/// set, to an absolute path, counts.
std::span<const UserFolder> cache_folders() noexcept;
std::span<const UserFolder> wisdom_files() noexcept;

}  // namespace papilio::runtime
