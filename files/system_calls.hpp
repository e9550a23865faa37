// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The operating system's calls on files: system_calls_posix.cpp, system_calls_windows.cpp. What fails returns false, -1
// or nothing, and sets errno. Interrupted calls are made again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "files/descriptor.hpp"

namespace papilio::files::system {

bool close_file(int descriptor) noexcept;

/// How many of the bytes were written, at least one.
std::int64_t write_some(int descriptor, std::span<const std::byte> bytes);
/// At a position, which other calls neither see nor move. 0: the end of the file.
std::int64_t read_at(int descriptor, std::span<std::byte> to, std::int64_t position);
std::int64_t write_at(int descriptor, std::span<const std::byte> bytes, std::int64_t position);

/// -1 for pipes and terminals.
std::int64_t position_of(int descriptor);
bool go_to(int descriptor, std::int64_t position);

/// Return when the disk has the file, or its content; true also where the file system cannot do that.
bool sync_file(int descriptor);
bool sync_content(int descriptor);
/// Sets the bytes aside, or at least the length where the file system cannot.
bool set_aside(int descriptor, std::int64_t bytes);
/// None for anything but a regular file, with errno 0.
std::optional<std::int64_t> regular_size(int descriptor);
std::optional<std::int64_t> regular_size(std::FILE* file);

/// For reading, and never passed to a child process. fopen() and fseek() with 64 bits.
std::FILE* open_to_read(const std::filesystem::path& path);
/// The standard input, in binary. Closing it closes a copy.
std::FILE* standard_input();
bool go_to(std::FILE* file, std::int64_t position);

enum class Open { existing, or_make };
/// For reading and writing, with rights for this user alone if it is made. Never follows a link in the last place, and
/// never waits.
Descriptor open_own(const std::filesystem::path& path, Open which);
/// Makes a file that was not there, with rights for this user alone: the six X before the last `suffix` characters of
/// `name` become what is free.
Descriptor make_file(std::string& name, std::size_t suffix);

using PathCharacter = std::filesystem::path::value_type;
/// Allocates nothing: a signal handler may call it.
bool remove_file(const PathCharacter* path) noexcept;

enum class Move { done, name_is_taken, failed };
/// Renames in one step a file whose new name must be free.
Move move_to_free_name(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace papilio::files::system
