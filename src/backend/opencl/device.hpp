// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One OpenCL device and its context. It creates memory, programs and streams, which keep it alive.
#pragma once

#include "backend/opencl/handle.hpp"
#include "backend/opencl/query.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::opencl {

/// Of memory that PoCL and the host share: what every allocation on the host has.
inline constexpr std::size_t host_alignment = 16;

class ClDevice final : public runtime::Device, public std::enable_shared_from_this<ClDevice> {
 public:
  /// Throws Error(unsupported) for a driver older than OpenCL 1.2.
  ClDevice(const ClSymbols& cl, const ClListEntry& found, ClContextHandle context);
  ~ClDevice() override;
  ClDevice(const ClDevice&) = delete;
  ClDevice& operator=(const ClDevice&) = delete;

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] const DeviceCaps& caps() const override { return caps_; }
  [[nodiscard]] Dialect dialect() const override { return Dialect::opencl; }
  [[nodiscard]] std::string compiler_identity(Dialect dialect) const override;
  [[nodiscard]] bool keeps_programs() const override { return is_pocl_; }
  std::vector<std::byte> compile(const Source& source, const std::string& entry) override;
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> binary, const std::string& entry) override;
  std::shared_ptr<runtime::Memory> allocate(std::size_t bytes) override;
  std::shared_ptr<runtime::Memory> share_host(void* memory, std::size_t bytes) const override;
  /// A buffer that is this memory of the host, or null and why.
  [[nodiscard]] std::shared_ptr<runtime::Memory> over_host(void* memory, std::size_t bytes, cl_int& status) const;
  void borrow(void* native, std::size_t bytes, runtime::BorrowedMemory& memory) const override;
  std::shared_ptr<runtime::Stream> make_stream() override;

  [[nodiscard]] const ClSymbols& cl() const { return *cl_; }
  [[nodiscard]] cl_context context() const { return context_.get(); }
  [[nodiscard]] cl_device_id native() const { return device_; }
  /// True for PoCL on a CPU, which needs care: docs/adr/0038.
  [[nodiscard]] bool is_pocl() const { return is_pocl_; }

 private:
  const ClSymbols* cl_;
  cl_device_id device_;
  ClContextHandle context_;
  DeviceCaps caps_;
  DeviceInfo info_;
  bool is_pocl_;
  bool unified_memory_;  ///< the device and the host have one memory
};

/// Device memory: a cl_mem and its size.
class ClMemory final : public runtime::Memory {
 public:
  ClMemory(std::shared_ptr<const ClDevice> device, ClMemoryHandle memory, std::size_t bytes)
      : device_(std::move(device)), memory_(std::move(memory)), bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const override { return bytes_; }
  [[nodiscard]] cl_mem native() const { return memory_.get(); }
  [[nodiscard]] const ClDevice& device() const { return *device_; }
  /// True for one cl_mem wrapped twice and for overlapping sub-buffers of one buffer.
  [[nodiscard]] bool overlaps(const runtime::Memory& other) const override;

 private:
  std::shared_ptr<const ClDevice> device_;
  ClMemoryHandle memory_;
  std::size_t bytes_;
};

}  // namespace papilio::backend::opencl
