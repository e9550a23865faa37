// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The file operations under the compile cache: reading with the checks that code to be run deserves, writing by
// rename, and eviction by last use. Each reports failure by its value; none throws anything but std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::runtime {

/// Whose entries are accepted.
enum class Trust {
  own,      ///< regular files of this user
  anybody,  ///< regular files that nobody but their owner, or this user, can write
};

inline constexpr std::string_view entry_suffix = ".kernel";

struct Entry {
  std::string head;
  std::vector<std::byte> rest;
};

/// The whole file, of which `head` bytes are asked for apart, its modification time set to now where `trust` is own;
/// nothing when it is missing, shorter than that or not trusted.
std::optional<Entry> read_entry(const std::filesystem::path& file, std::size_t head, Trust trust);

/// False where somebody else owns the directory and group or world may write to it, or where there is none.
bool directory_is_safe(const std::filesystem::path& directory);

/// Makes the directory and its parents with mode 0700; false when it is not there afterwards.
bool make_private_directory(const std::filesystem::path& directory);

/// Writes the parts one after the other to a temporary file of mode 0600 beside `file` and renames it into place.
bool write_entry(const std::filesystem::path& file, std::span<const std::string_view> parts);

/// Removes the entries used longest ago until the rest is at 3/4 of the limit, if they exceed the limit at all; and
/// temporary files that a writer left behind an hour ago. Other processes may do the same at the same time.
void evict(const std::filesystem::path& directory, std::int64_t limit_bytes);

}  // namespace papilio::runtime
