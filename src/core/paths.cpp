// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/paths.hpp"

#include <system_error>

namespace papilio {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

fs::path follow_links(fs::path path) {
  constexpr int most_links = 40;  // as the system's own limit
  std::error_code error;
  for (int link = 0; link < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++link) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = folder_of(path) / next;
  }
  return path;
}

}  // namespace papilio
