// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One CUDA device and its context. It creates memory, programs and streams, which keep it alive.
#pragma once

#include <atomic>
#include <mutex>

#include "backend/cuda/caller_streams.hpp"
#include "backend/cuda/handle.hpp"
#include "backend/cuda/query.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::cuda {

class CuDevice final : public runtime::Device, public std::enable_shared_from_this<CuDevice> {
 public:
  CuDevice(const CuLibrary& library, const CuListEntry& found, std::shared_ptr<const Context> context);
  ~CuDevice() override;
  CuDevice(const CuDevice&) = delete;
  CuDevice& operator=(const CuDevice&) = delete;

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] const DeviceCaps& caps() const override { return caps_; }
  [[nodiscard]] Dialect dialect() const override { return Dialect::cuda; }
  [[nodiscard]] Dialect quick_dialect() const override { return Dialect::ptx; }
  [[nodiscard]] std::string compiler_identity(Dialect dialect) const override;
  std::vector<std::byte> compile(const Source& source, const std::string& entry) override;
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> binary, const std::string& entry) override;
  std::shared_ptr<runtime::Memory> allocate(std::size_t bytes) override;
  runtime::HostVisible allocate_visible(std::size_t bytes) override;
  void borrow(void* native, std::size_t bytes, runtime::BorrowedMemory& memory) const override;
  std::shared_ptr<runtime::Stream> make_stream() override;
  /// Checks the caller's streams that are wrapped now, and all streams that synchronise with the default stream.
  [[nodiscard]] bool capturing() const override;

  [[nodiscard]] const CuSymbols& cuda() const { return context_->cuda(); }
  [[nodiscard]] const std::shared_ptr<const Context>& context() const { return context_; }
  /// True if the device and driver support programmatic dependent launch, also in captured streams, and the user states
  /// that nobody else uses the device (PAPILIO_CUDA_ALONE=1). False by default.
  [[nodiscard]] bool launches_early() const;
  [[nodiscard]] CallerStreams& caller_streams() const { return caller_streams_; }
  /// The pool for temporary memory, created at the first call; null on a device without memory pools. The context must
  /// be current.
  [[nodiscard]] CUmemoryPool pool() const;
  /// Throws for an allocation that failed, with the number of free bytes. The context must be current.
  void check_allocation(CUresult status, std::size_t bytes) const;

 private:
  std::shared_ptr<const Context> context_;
  mutable CallerStreams caller_streams_;
  mutable std::once_flag pool_once_;
  mutable CuPoolHandle pool_;
  mutable std::atomic<bool> has_pool_ = false;
  int driver_version_;
  DeviceCaps caps_;
  DeviceInfo info_;
};

/// Device memory: its address and its size.
class CuMemory : public runtime::Memory {
 public:
  CuMemory(std::shared_ptr<const CuDevice> device, CuMemoryHandle memory, std::size_t bytes)
      : device_(std::move(device)), memory_(std::move(memory)), bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const override { return bytes_; }
  /// Compares address ranges: addresses are unique in a process (CUDA C++ Programming Guide, "Unified Virtual Address
  /// Space").
  [[nodiscard]] bool overlaps(const runtime::Memory& other) const override;
  [[nodiscard]] CUdeviceptr native() const { return memory_.get(); }
  [[nodiscard]] const CuDevice& device() const { return *device_; }

 private:
  std::shared_ptr<const CuDevice> device_;
  CuMemoryHandle memory_;
  std::size_t bytes_;
};

/// The address of memory that the context can use. Throws Error(invalid_argument) for memory of another device or
/// backend, and Error(internal) for null.
CUdeviceptr address_in(const Context& context, const runtime::Memory* memory);

}  // namespace papilio::backend::cuda
