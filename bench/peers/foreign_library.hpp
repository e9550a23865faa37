// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A library that is opened by name at run time, and functions looked up in it.
#pragma once

#include <string>
#include <vector>

#include "runtime/dynamic_library.hpp"

namespace papilio::bench {

struct ForeignNames {
  const char* name;      ///< of the peer: "cufft"
  const char* variable;  ///< names a file to open instead, where it is set: PAPILIO_CUFFT_LIBRARY
  std::vector<std::string> files;
  const char* remedy;  ///< "install libclfft2"
};

class ForeignLibrary {
 public:
  /// Throws Error(unsupported) with all names that were tried.
  explicit ForeignLibrary(ForeignNames names);

  /// Returns false and sets a null pointer if the library has no such symbol.
  template <typename Function>
  bool find(Function*& function, const char* symbol) const {
    function = library_.function<Function*>(symbol);
    return function != nullptr;
  }
  /// The same for a symbol that must be there. Throws Error(unsupported).
  template <typename Function>
  void look_up(Function*& function, const char* symbol) const {
    if (!find(function, symbol)) fail_without(symbol);
  }
  [[nodiscard]] const std::string& file() const { return library_.name(); }

 private:
  [[noreturn]] void fail_without(const char* symbol) const;

  ForeignNames names_;
  runtime::DynamicLibrary library_;
};

/// "FILE" itself and in the folders where CUDA's libraries are found: $CUDA_HOME, $CUDA_PATH, /usr/local/cuda.
std::vector<std::string> in_cuda_folders(const std::vector<std::string>& files);

}  // namespace papilio::bench
