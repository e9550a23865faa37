// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs: loads a sealed image as a kernel.
#pragma once

#include <atomic>
#include <mutex>

#include "backend/cuda/device.hpp"

namespace papilio::backend::cuda {

class CuProgram final : public runtime::Program {
 public:
  /// The context must be current.
  CuProgram(std::shared_ptr<const CuDevice> device, CuModuleHandle module, CUfunction function);

  /// Enqueues the kernel; arguments are copied before it returns. The context must be current.
  void launch(const Context& context, CUstream stream, const runtime::Launch& launch) const;
  [[nodiscard]] std::optional<runtime::Resources> resources(int threads, std::int64_t local_memory) const override;

 private:
  /// Opts in to more than 48 KiB of dynamic shared memory (CUDA C++ Programming Guide, "Shared Memory").
  void allow_local_memory(std::int64_t bytes) const;
  [[nodiscard]] int attribute(CUfunction_attribute which) const;

  std::shared_ptr<const CuDevice> device_;
  CuModuleHandle module_;
  CUfunction function_;  ///< belongs to module_
  bool can_wait_;        ///< the kernel contains the wait (runtime::Launch::waits), and the device launches early
  mutable std::mutex mutex_;
  mutable std::atomic<std::int64_t> allowed_ = 0;  ///< dynamic shared memory that the kernel has opted in to
};

/// As runtime::Device::load().
std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const CuDevice> device,
                                               std::span<const std::byte> sealed, const std::string& entry);

}  // namespace papilio::backend::cuda
