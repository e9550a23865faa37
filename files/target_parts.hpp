// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What target_posix.cpp and target_windows.cpp share.
#pragma once

#include <filesystem>
#include <papilio/error.hpp>
#include <string>

#include "files/target.hpp"

namespace papilio::files {

/// The error "PATH: cannot be written: WHY; REMEDY".
Error refused_target(const std::filesystem::path& path, const std::string& why,
                     const std::string& remedy = "choose another name");

/// For a name that nothing has; at the end of a dangling link, that which it names. Throws Error(io) where its folder
/// does not exist.
Target new_target(const std::filesystem::path& path);

}  // namespace papilio::files
