// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <dlfcn.h>

#include <string_view>

#include "runtime/loader.hpp"

namespace papilio::runtime {
namespace {

/// Strips the leading library name from the loader's message: "NAME: reason" -> "reason".
std::string_view reason_of(std::string_view message, std::string_view name) {
  if (message.starts_with(name)) message.remove_prefix(name.size());
  if (message.starts_with(": ")) message.remove_prefix(2);
  return message;
}

}  // namespace

void* open_library(const std::string& name, std::string& why) {
  // RTLD_LOCAL: a driver's dependencies (LLVM, libstdc++) must not take part in the host program's symbol resolution.
  void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    const char* const message = ::dlerror();
    why = reason_of(message != nullptr ? message : "unknown reason", name);
  }
  return library;
}

void close_library(void* library) noexcept { ::dlclose(library); }

void* find_symbol(void* library, const char* name) noexcept { return ::dlsym(library, name); }

}  // namespace papilio::runtime
