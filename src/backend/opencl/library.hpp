// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The OpenCL library (the ICD loader) of this machine, if there is one.
//
//   PAPILIO_OPENCL_LIBRARY=FILE   is opened instead of libOpenCL.so.1 and libOpenCL.so
#pragma once

#include <span>
#include <string>

#include "backend/opencl/symbols.hpp"
#include "runtime/driver_library.hpp"

namespace papilio::backend::opencl {

class ClLibrary : public runtime::DriverLibrary<ClSymbols> {
 public:
  /// Opens the first of `names` that loads and checks that it has every symbol; never throws for a missing library.
  explicit ClLibrary(std::span<const std::string> names)
      : DriverLibrary(names, "the OpenCL library", "OpenCL 1.2 library") {}
};

/// The library of this process, opened at the first call and never closed, because drivers keep threads and exit
/// handlers that must not outlive their code. One of the two objects of this backend that all threads share; immutable
/// once made.
const ClLibrary& default_library();

}  // namespace papilio::backend::opencl
