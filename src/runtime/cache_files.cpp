// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/cache_files.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

#include "runtime/file_descriptor.hpp"

namespace papilio::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = ".writing-";
constexpr std::chrono::hours abandoned_after{1};

struct Used {
  fs::path path;
  std::int64_t size;
  fs::file_time_type last;
};

/// All entries of the directory. Also removes abandoned temporary files.
std::vector<Used> scan(const fs::path& directory) {
  std::vector<Used> entries;
  std::error_code error;
  const fs::file_time_type now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;  // another process may have removed it
    if (!fs::is_regular_file(it->symlink_status(gone))) continue;
    const fs::file_time_type last = fs::last_write_time(it->path(), gone);
    if (gone) continue;
    const std::string name = it->path().filename().string();
    if (name.starts_with(temporary_prefix)) {
      if (now - last > abandoned_after) fs::remove(it->path(), gone);
    } else if (name.ends_with(entry_suffix)) {
      const std::uintmax_t size = fs::file_size(it->path(), gone);
      if (!gone) entries.push_back({it->path(), static_cast<std::int64_t>(size), last});
    }
  }
  return entries;
}

}  // namespace

bool write_entry(const fs::path& file, std::span<const std::string_view> parts) {
  std::string temporary = (file.parent_path() / temporary_prefix).string() + "XXXXXX";
  bool written = false;
  {
    const FileDescriptor out = make_file(temporary);
    if (!out) return false;
    written = std::all_of(parts.begin(), parts.end(), [&](std::string_view p) { return write_all(out.get(), p); });
  }
  // No fsync: the hash detects an entry that a power failure tore.
  std::error_code error;
  if (written) fs::rename(temporary, file, error);
  if (written && !error) return true;
  fs::remove(temporary, error);
  return false;
}

void evict(const fs::path& directory, std::int64_t limit_bytes) {
  std::vector<Used> entries = scan(directory);
  std::int64_t total = 0;
  for (const Used& entry : entries) total += entry.size;
  if (total <= limit_bytes) return;
  std::sort(entries.begin(), entries.end(), [](const Used& a, const Used& b) { return a.last < b.last; });
  const std::int64_t target = limit_bytes - limit_bytes / 4;
  for (const Used& entry : entries) {
    if (total <= target) return;
    // An entry that another process removed meanwhile also reduces the total; an entry that cannot be removed does not.
    std::error_code error;
    fs::remove(entry.path, error);
    if (!error) total -= entry.size;
  }
}

}  // namespace papilio::runtime
