// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// NVRTC for tests: does CUDA text compile, and what does the kernel take? Needs the library, but no GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/library.hpp"

namespace papilio::test {

/// What ptxas says of a kernel. Dynamic shared memory is not in `shared`.
struct CudaResources {
  int registers = 0;     ///< 32-bit registers a thread
  int stack = 0;         ///< bytes of local memory a thread
  int spill_stores = 0;  ///< bytes
  int spill_loads = 0;   ///< bytes
  int shared = 0;        ///< bytes a block
};

struct CudaBuild {
  bool ok = false;
  std::string log;
  std::vector<char> cubin;
  CudaResources resources;
};

class Nvrtc {
 public:
  /// Nothing when no libnvrtc is installed; `skip_message` says so.
  static std::optional<Nvrtc> load();
  static constexpr const char* skip_message = "no libnvrtc.so.{13,12,11.2} here: CUDA text is not compiled";

  /// Compiles one kernel for "sm_90" or its like, with the options that a run needs.
  [[nodiscard]] CudaBuild compile(const std::string& source, const std::string& architecture) const;

 private:
  explicit Nvrtc(Library library) : library_(std::move(library)) {}

  Library library_;
};

/// Reads the figures out of the log of ptxas -v; nothing when they are not all there.
std::optional<CudaResources> parse_resources(const std::string& log);

}  // namespace papilio::test
