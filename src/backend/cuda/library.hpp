// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The CUDA driver and NVRTC (CUDA's run-time compiler) of this machine, if they are installed.
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

/// The driver, initialised. Drivers older than CUDA 11.2 are rejected: they lack memory pools, nvrtcGetSupportedArchs()
/// or the primary-context functions that Papilio uses.
class CuLibrary : public runtime::DriverLibrary<CuSymbols> {
 public:
  /// Opens the first of `names` that loads and checks that it has every symbol; never throws for a missing library.
  explicit CuLibrary(std::span<const std::string> names);

  /// The newest CUDA version that the driver supports: 1000*major + 10*minor. 0 without a driver.
  [[nodiscard]] int version() const noexcept { return version_; }

 private:
  int version_ = 0;
};

class NvrtcLibrary : public runtime::DriverLibrary<NvrtcSymbols> {
 public:
  /// As CuLibrary.
  explicit NvrtcLibrary(std::span<const std::string> names);

  /// "13.0"
  [[nodiscard]] const std::string& version() const noexcept { return version_; }
  /// Compute capabilities that NVRTC compiles for (90 is 9.0), ascending.
  [[nodiscard]] const std::vector<int>& architectures() const noexcept { return architectures_; }

 private:
  std::string version_;
  std::vector<int> architectures_;
};

/// Names to try for NVRTC, best first. A driver of CUDA 12 loads the output of NVRTC 11 and 12 but not always that of
/// NVRTC 13 (CUDA Compatibility, "Minor Version Compatibility"), so versions up to the driver's come first.
std::vector<std::string> nvrtc_names(int driver_version);

/// The libraries of this process, opened at the first call and never closed, because drivers keep threads and exit
/// handlers that must not outlive their code. Immutable once made.
const CuLibrary& default_library();
const NvrtcLibrary& default_nvrtc();

}  // namespace papilio::backend::cuda
