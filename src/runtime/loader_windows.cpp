// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <windows.h>

#include <filesystem>
#include <system_error>

#include "runtime/loader.hpp"

namespace papilio::runtime {

void* open_library(const std::string& name, std::string& why) {
  const std::filesystem::path path(name);
  // A name without a folder is looked for where programs and the system are, not in the current folder. The libraries
  // that one with a folder needs may stand beside it.
  const DWORD where =
      LOAD_LIBRARY_SEARCH_DEFAULT_DIRS | (path.is_absolute() ? LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR : DWORD{0});
  const HMODULE library = ::LoadLibraryExW(path.c_str(), nullptr, where);
  if (library == nullptr) {
    why = std::system_category().message(static_cast<int>(::GetLastError()));
    return nullptr;
  }
  HMODULE pinned = nullptr;  // it stays loaded
  ::GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       reinterpret_cast<LPCWSTR>(library), &pinned);
  return library;
}

void close_library(void* library) noexcept { ::FreeLibrary(static_cast<HMODULE>(library)); }

void* find_symbol(void* library, const char* name) noexcept {
  return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(library), name));
}

}  // namespace papilio::runtime
