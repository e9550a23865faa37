// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <cstdlib>

#include "opened_library.hpp"

namespace papilio::mpi {

OpenedLibrary::OpenedLibrary(const char* variable, const char* usual) : name_(usual) {
  const char* const chosen = std::getenv(variable);
  if (chosen != nullptr && *chosen != 0) name_ = chosen;
  handle_ = ::dlopen(name_, RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) problem_ = ::dlerror();
}

void* OpenedLibrary::address_of(const char* symbol) const { return ::dlsym(handle_, symbol); }

}  // namespace papilio::mpi
