// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "runtime/environment.hpp"

namespace papilio::runtime {

// Windows has no programs with more rights than who starts them.
const char* environment_variable(const char* name) noexcept { return std::getenv(name); }

// LOCALAPPDATA is a folder that only this user and administrators may write.
std::span<const UserFolder> cache_folders() noexcept {
  static constexpr UserFolder folders[] = {{"XDG_CACHE_HOME", "papilio"}, {"LOCALAPPDATA", "papilio/cache"}};
  return folders;
}

std::span<const UserFolder> wisdom_files() noexcept {
  static constexpr UserFolder files[] = {{"XDG_DATA_HOME", "papilio/wisdom"}, {"LOCALAPPDATA", "papilio/wisdom"}};
  return files;
}

}  // namespace papilio::runtime
