// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <sys/stat.h>
#include <unistd.h>

#include "files/identity.hpp"

namespace papilio::files {

std::optional<Identity> identity_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity{static_cast<std::uint64_t>(status.st_dev), status.st_ino};
}

std::optional<Identity> identity_of_standard_input() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) return std::nullopt;
  return Identity{static_cast<std::uint64_t>(status.st_dev), status.st_ino};
}

}  // namespace papilio::files
