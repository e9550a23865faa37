// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A shared library that is opened by name and never closed, because such libraries keep threads and exit handlers.
#pragma once

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

namespace papilio::mpi {

class OpenedLibrary {
 public:
  /// The file that the environment variable names, or the usual one.
  OpenedLibrary(const char* variable, const char* usual) : name_(usual) {
    const char* const chosen = std::getenv(variable);
    if (chosen != nullptr && *chosen != 0) name_ = chosen;
    handle_ = dlopen(name_, RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) problem_ = dlerror();
  }
  template <typename Function>
  void find(const char* symbol, Function*& function) {
    find_optional(symbol, function);
    if (function == nullptr && problem_.empty()) problem_ = fmt::format("{} has no function {}", name_, symbol);
  }
  template <typename Function>
  void find_optional(const char* symbol, Function*& function) {
    if (handle_ != nullptr) function = reinterpret_cast<Function*>(dlsym(handle_, symbol));
  }
  /// Why it cannot be used; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  const char* name_;
  void* handle_ = nullptr;
  std::string problem_;
};

}  // namespace papilio::mpi
