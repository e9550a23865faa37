// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <cstdlib>

#include "runtime/environment.hpp"

namespace papilio::runtime {

const char* environment_variable(const char* name) noexcept {
#if defined(__linux__)
  return ::secure_getenv(name);
#else
  return ::issetugid() == 0 ? std::getenv(name) : nullptr;  // as the BSDs and macOS call it
#endif
}

// The XDG base directory specification.
std::span<const UserFolder> cache_folders() noexcept {
  static constexpr UserFolder folders[] = {{"XDG_CACHE_HOME", "papilio"}, {"HOME", ".cache/papilio"}};
  return folders;
}

std::span<const UserFolder> wisdom_files() noexcept {
  static constexpr UserFolder files[] = {{"XDG_DATA_HOME", "papilio/wisdom"}, {"HOME", ".local/share/papilio/wisdom"}};
  return files;
}

}  // namespace papilio::runtime
