// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The CUDA driver and NVRTC, the compiler, of this machine, if it has them.
//
//   PAPILIO_CUDA_LIBRARY=FILE    is opened instead of libcuda.so.1
//   PAPILIO_NVRTC_LIBRARY=FILE   is opened instead of libnvrtc.so.13, .12 and .11.2
#pragma once

#include <span>
#include <string>
#include <vector>

#include "backend/cuda/symbols.hpp"
#include "runtime/driver_library.hpp"

namespace papilio::backend::cuda {

/// The driver, initialised. Drivers older than CUDA 11.2 will not do: memory pools, nvrtcGetSupportedArchs() and the
/// primary-context functions that are used came no later.
class Library : public runtime::DriverLibrary<Symbols> {
 public:
  /// Opens the first of `names` that loads and has every symbol of the table; never throws for a missing one.
  explicit Library(std::span<const std::string> names);

  /// The newest CUDA that the driver speaks: 1000*major + 10*minor. 0 where there is no driver.
  [[nodiscard]] int version() const noexcept { return version_; }

 private:
  int version_ = 0;
};

class NvrtcLibrary : public runtime::DriverLibrary<NvrtcSymbols> {
 public:
  /// As Library.
  explicit NvrtcLibrary(std::span<const std::string> names);

  /// "13.0"
  [[nodiscard]] const std::string& version() const noexcept { return version_; }
  /// Compute capabilities that it compiles for (90 is 9.0), ascending.
  [[nodiscard]] const std::vector<int>& architectures() const noexcept { return architectures_; }

 private:
  std::string version_;
  std::vector<int> architectures_;
};

/// Names to try for NVRTC, best first. A driver of CUDA 12 loads what NVRTC 11 and 12 make but not always what 13 makes
/// (CUDA Compatibility, "Minor Version Compatibility"), so versions up to the driver's come first.
std::vector<std::string> nvrtc_names(int driver_version);

/// The libraries of this process, opened at the first call and never closed: drivers keep threads and exit handlers
/// that must not outlive their code. Immutable once made.
const Library& default_library();
const NvrtcLibrary& default_nvrtc();

}  // namespace papilio::backend::cuda
