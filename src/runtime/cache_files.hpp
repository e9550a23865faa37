// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// File operations of the compile cache: reads with the checks that executable code requires (cache_files_posix.cpp,
// cache_files_windows.cpp), writes by rename, eviction by last use. Each function reports failure in its return value;
// none throws anything but std::bad_alloc.
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

/// Whether reading an entry counts as a use; evict() removes what was used least recently.
enum class Use { counts, does_not_count };

inline constexpr std::string_view entry_suffix = ".kernel";
inline constexpr std::int64_t largest_entry = std::int64_t{1} << 30;

struct Entry {
  std::string head;
  std::vector<std::byte> rest;
};

/// Reads the whole file: the first `head` bytes into Entry::head, the others into Entry::rest. With Use::counts it also
/// sets the file's modification time to now. Returns nothing when the file is missing or shorter than `head`, or when
/// others could have written it: entries are executed. Trusted are regular files of this user or root that neither
/// group nor world may write. On Windows the owner and the access list are not looked at: a folder is trusted as it is.
std::optional<Entry> read_entry(const std::filesystem::path& file, std::size_t head, Use use);

/// Which file a name means, and in which state: differs after every change of a file that is replaced, not written to.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t bytes = -1;  ///< -1: there is no file
  std::int64_t nanoseconds = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
FileStamp stamp_of(const std::filesystem::path& path) noexcept;

/// The stamp of a file that is trusted as read_entry() trusts one, but that a link may name: its target counts. Nothing
/// for others, and in `why` the reason and the remedy.
std::optional<FileStamp> trusted_stamp(const std::filesystem::path& file, std::string& why);
/// These bytes of such a file; nothing if it does not have them.
std::optional<std::string> read_range(const std::filesystem::path& file, std::int64_t offset, std::size_t bytes);

/// False when the directory does not exist, or is not trusted. The conditions are those of an entry.
bool directory_is_safe(const std::filesystem::path& directory);

/// False for paths that the system does not take: those that, with an entry's name, are longer than PATH_MAX.
bool is_short_enough(std::string_view directory);

/// Makes the directory and its parents with mode 0700. Returns false when the directory does not exist afterwards.
bool make_private_directory(const std::filesystem::path& directory);

/// Writes the parts, concatenated, to a temporary file of mode 0600 beside `file` and renames it to `file`.
bool write_entry(const std::filesystem::path& file, std::span<const std::string_view> parts);

/// If the entries exceed the limit, removes the least recently used ones until the rest is at 3/4 of it. Also removes
/// temporary files that are more than an hour old. Other processes may do the same concurrently.
void evict(const std::filesystem::path& directory, std::int64_t limit_bytes);

}  // namespace papilio::runtime
