// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// LibrarySymbols: the functions of a library that is opened by name, or why they cannot be had. The library stays
// loaded.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

#include "src/runtime/dynamic_library.hpp"
#include "src/runtime/environment.hpp"

namespace papilio::mpi {

class LibrarySymbols {
 public:
  /// Opens the file that the environment variable names, or the usual one.
  LibrarySymbols(const char* variable, const char* usual) {
    const char* const chosen = runtime::environment_variable(variable);
    const std::array<std::string, 1> names = {chosen != nullptr && *chosen != 0 ? chosen : usual};
    library_ = runtime::DynamicLibrary(names);
    if (!library_) problem_ = library_.tried();
  }
  template <typename Function>
  void find(const char* symbol, Function*& function) {
    find_optional(symbol, function);
    if (function == nullptr && problem_.empty()) {
      problem_ = fmt::format("{} has no function {}", library_.name(), symbol);
    }
  }
  template <typename Function>
  void find_optional(const char* symbol, Function*& function) {
    function = library_.function<Function*>(symbol);
  }
  /// Why the library cannot be used; empty if it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  runtime::DynamicLibrary library_;
  std::string problem_;
};

}  // namespace papilio::mpi
