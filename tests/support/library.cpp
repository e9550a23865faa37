// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/library.hpp"

#include <dlfcn.h>

namespace papilio::test {

Library Library::first_of(std::span<const std::string> names) {
  Library library;
  for (const std::string& name : names) {
    // Never unloaded: drivers keep threads that outlive the last call into them.
    if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      library.handle_ = std::shared_ptr<void>(handle, [](void*) {});
      break;
    }
  }
  return library;
}

void* Library::address(const char* name) const {
  void* symbol = handle_ ? dlsym(handle_.get(), name) : nullptr;
  if (symbol == nullptr) throw std::runtime_error(std::string("no function ") + name);
  return symbol;
}

}  // namespace papilio::test
