// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs: compiles OpenCL C to a binary, and loads a binary as a kernel.
#pragma once

#include <mutex>

#include "backend/opencl/device.hpp"

namespace papilio::backend::opencl {

/// No fast-math: twiddles and butterflies rely on IEEE arithmetic. a*b+c may be contracted, which is the standard's
/// default. specialise() needs the argument info.
inline constexpr const char* build_options = "-cl-std=CL1.2 -cl-kernel-arg-info -w";

class ClProgram final : public runtime::Program {
 public:
  ClProgram(std::shared_ptr<const ClDevice> device, ClProgramHandle program, ClKernelHandle kernel)
      : device_(std::move(device)), program_(std::move(program)), kernel_(std::move(kernel)) {}
  ClProgram(const ClProgram&) = delete;
  ClProgram& operator=(const ClProgram&) = delete;
  ~ClProgram() override;

  /// PoCL only: has the kernel of this text compiled for its work-group size now, as far as specialise.hpp can. Other
  /// processes with the same text wait, and find the result.
  void specialise(std::string_view text);

  /// Sets the arguments and enqueues the kernel. clSetKernelArg is the only OpenCL call that several threads must not
  /// make on one object (OpenCL 1.2, A.2), so a lock covers both steps; enqueueing copies the arguments.
  void launch(cl_command_queue queue, const runtime::Launch& launch) const;
  /// Registers and occupancy stay empty: OpenCL has no query for them.
  [[nodiscard]] std::optional<runtime::Resources> resources(int threads, std::int64_t local_memory) const override;
  [[nodiscard]] const ClDevice& device() const { return *device_; }

 private:
  template <typename Enqueue>
  cl_int launch_on_pocl(std::size_t global, const Enqueue& enqueue) const;

  std::shared_ptr<const ClDevice> device_;
  ClProgramHandle program_;
  ClKernelHandle kernel_;
  mutable std::mutex mutex_;
  // On PoCL, under mutex_:
  mutable bool specialised_ = false;
  mutable bool specialised_for_large_grids_ = false;
};

/// As runtime::Device::compile() and load(). On PoCL the "binary" is the source, which load_program() builds: PoCL
/// keeps what it made of it in a cache of its own, and asking it for a binary is slow and not safe (docs/adr/0038).
std::vector<std::byte> compile_program(const ClDevice& device, const std::string& source, const std::string& entry);
std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const ClDevice> device,
                                               std::span<const std::byte> binary, const std::string& entry);

}  // namespace papilio::backend::opencl
