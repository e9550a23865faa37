// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Whether two names mean one file, whatever links and relative paths lie between: by device and inode.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace papilio::files {

struct Identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const Identity&, const Identity&) = default;
};

/// The file that a path leads to; none if there is no such file. identity_posix.cpp, identity_windows.cpp.
std::optional<Identity> identity_of(const std::filesystem::path& path);
/// The file or pipe that the standard input reads; none if it is closed.
std::optional<Identity> identity_of_standard_input();

using Paths = std::vector<std::filesystem::path>;

/// The file that an option names; none, which is an empty path, for "-", a standard stream.
std::filesystem::path named_file(const std::string& option);
/// An input as messages name it: "standard input" for "-".
std::string name_of_input(const std::filesystem::path& path);

/// Must be called before any work, with every file that a command is told to read and to write; empty paths are
/// ignored, and "-" is the standard input. Throws Error(invalid_argument) if an output is also an input, or two outputs
/// are one file. A terminal, /dev/null and other character devices may be both.
void require_distinct(const Paths& inputs, const Paths& outputs);

}  // namespace papilio::files
