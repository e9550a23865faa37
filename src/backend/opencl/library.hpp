// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The OpenCL library (the ICD loader) of this machine, if it has one.
//
//   PAPILIO_OPENCL_LIBRARY=FILE   is opened instead of libOpenCL.so.1 and libOpenCL.so
#pragma once

#include <span>
#include <string>

#include "backend/opencl/symbols.hpp"
#include "runtime/dynamic_library.hpp"

namespace papilio::backend::opencl {

class Library {
 public:
  /// Opens the first of `names` that loads and has every symbol of the table; never throws for a missing one.
  explicit Library(std::span<const std::string> names);

  [[nodiscard]] explicit operator bool() const noexcept { return problem_.empty(); }
  /// Valid only where the library is there.
  [[nodiscard]] const Symbols& symbols() const noexcept { return symbols_; }
  /// The name that was opened.
  [[nodiscard]] const std::string& name() const noexcept { return library_.name(); }
  /// One line: what was looked for and why it will not do; empty when all is well.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

 private:
  runtime::DynamicLibrary library_;
  Symbols symbols_;
  std::string problem_;
};

/// The library of this process, opened at the first call and never closed: drivers keep threads and exit handlers that
/// must not outlive their code. One of the two objects of this backend that all threads share; immutable once made.
const Library& default_library();

}  // namespace papilio::backend::opencl
