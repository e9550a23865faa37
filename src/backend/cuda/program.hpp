// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs: a sealed image to a kernel that can be launched.
#pragma once

#include <atomic>
#include <mutex>

#include "backend/cuda/device.hpp"

namespace papilio::backend::cuda {

class CuProgram final : public runtime::Program {
 public:
  /// In the context.
  CuProgram(std::shared_ptr<const CuDevice> device, ModuleHandle module, CUfunction function);

  /// Enqueues; the arguments are copied before it returns. The context is current.
  void launch(const Context& context, CUstream stream, const runtime::Launch& launch) const;
  [[nodiscard]] std::optional<runtime::Resources> resources(int threads, std::int64_t local_memory) const override;

 private:
  /// Kernels must opt in to more dynamic shared memory than 48 KiB (CUDA C++ Programming Guide, "Shared Memory").
  void allow_local_memory(std::int64_t bytes) const;
  [[nodiscard]] int attribute(CUfunction_attribute which) const;

  std::shared_ptr<const CuDevice> device_;
  ModuleHandle module_;
  CUfunction function_;  ///< of the module
  bool can_wait_;        ///< compiled with the wait that runtime::Launch speaks of, for a device that knows it
  mutable std::mutex mutex_;
  mutable std::atomic<std::int64_t> allowed_ = 0;  ///< dynamic shared memory, as last opted in to
};

/// As runtime::Device::load().
std::unique_ptr<runtime::Program> load_program(std::shared_ptr<const CuDevice> device,
                                               std::span<const std::byte> sealed, const std::string& entry);

}  // namespace papilio::backend::cuda
