// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NVRTC for tests: compiles CUDA text and reports the kernel's resources. Needs the library, but no GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/library.hpp"

namespace papilio::test {

/// Resources that ptxas reports for a kernel. `shared` does not include dynamic shared memory.
struct CudaResources {
  int registers = 0;     ///< 32-bit registers per thread
  int stack = 0;         ///< bytes of CUDA local memory per thread
  int spill_stores = 0;  ///< bytes
  int spill_loads = 0;   ///< bytes
  int shared = 0;        ///< bytes per block
};

struct CudaBuild {
  bool ok = false;
  std::string log;
  std::vector<char> cubin;
  CudaResources resources;
};

class Nvrtc {
 public:
  /// Empty if no libnvrtc is installed; `skip_message` says so.
  static std::optional<Nvrtc> load();
  static constexpr const char* skip_message = "no libnvrtc.so.{13,12,11.2} here: CUDA text is not compiled";

  /// Compiles one kernel for "sm_90" or another architecture, with the options of the CUDA backend.
  [[nodiscard]] CudaBuild compile(const std::string& source, const std::string& architecture) const;

 private:
  explicit Nvrtc(Library library) : library_(std::move(library)) {}

  Library library_;
};

/// Parses the log of ptxas -v; empty if a figure is missing.
std::optional<CudaResources> parse_resources(const std::string& log);

}  // namespace papilio::test
