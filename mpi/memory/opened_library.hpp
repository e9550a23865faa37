// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A shared library that is opened by name and never closed, because such libraries keep threads and exit handlers:
// opened_library_posix.cpp, opened_library_windows.cpp.
#pragma once

#include <fmt/format.h>

#include <string>

namespace papilio::mpi {

class OpenedLibrary {
 public:
  /// The file that the environment variable names, or the usual one.
  OpenedLibrary(const char* variable, const char* usual);
  template <typename Function>
  void find(const char* symbol, Function*& function) {
    find_optional(symbol, function);
    if (function == nullptr && problem_.empty()) problem_ = fmt::format("{} has no function {}", name_, symbol);
  }
  template <typename Function>
  void find_optional(const char* symbol, Function*& function) {
    if (handle_ != nullptr) function = reinterpret_cast<Function*>(address_of(symbol));
  }
  /// Why it cannot be used; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  [[nodiscard]] void* address_of(const char* symbol) const;

  const char* name_;
  void* handle_ = nullptr;
  std::string problem_;
};

}  // namespace papilio::mpi
