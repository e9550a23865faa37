// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/target.hpp"

#include <cerrno>
#include <papilio/error.hpp>
#include <system_error>

#include "core/paths.hpp"
#include "files/target_parts.hpp"

namespace papilio::files {

namespace fs = std::filesystem;

Error refused_target(const fs::path& path, const std::string& why, const std::string& remedy) {
  return Error::io(path.string(), "cannot be written: " + why, remedy);
}

Target new_target(const fs::path& path) {
  fs::path target = follow_links(path);
  if (!target.has_filename()) throw refused_target(path, "it is the name of a folder", "name a file in it");
  std::error_code error;
  const fs::path folder = folder_of(target);
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) {
    throw refused_target(path, "its folder does not exist", "make it: mkdir -p " + folder.string());
  }
  if (error) throw refused_target(path, error.message());
  if (!fs::is_directory(status)) throw refused_target(path, folder.string() + " is no folder");
  return {std::move(target), std::nullopt, Descriptor()};
}

const char* remedy_of(int error) {
  switch (error) {
    case ENOSPC:
#if defined(EDQUOT)
    case EDQUOT:
#endif
      return "free some space on that disk";
    case EFBIG:
      return "raise the limit of file sizes: ulimit -f";
    case EPIPE:
      return "keep its reader running";
    default:
      return "check the disk";
  }
}

std::string reason(int error) { return std::generic_category().message(error); }

}  // namespace papilio::files
