// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The names are Linux's: there is no NCCL for Windows.
#include <windows.h>

#include <cstdlib>
#include <system_error>

#include "opened_library.hpp"

namespace papilio::mpi {

OpenedLibrary::OpenedLibrary(const char* variable, const char* usual) : name_(usual) {
  const char* const chosen = std::getenv(variable);
  if (chosen != nullptr && *chosen != 0) name_ = chosen;
  handle_ = ::LoadLibraryExA(name_, nullptr, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
  if (handle_ == nullptr) {
    problem_ = fmt::format("{}: {}", name_, std::system_category().message(static_cast<int>(::GetLastError())));
  }
}

void* OpenedLibrary::address_of(const char* symbol) const {
  return reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(handle_), symbol));
}

}  // namespace papilio::mpi
