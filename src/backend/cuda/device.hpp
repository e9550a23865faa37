// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One CUDA device with its context; memory, programs and streams are made by it and keep it alive.
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
  CuDevice(const Library& library, const Found& found, std::shared_ptr<const Context> context);
  ~CuDevice() override;
  CuDevice(const CuDevice&) = delete;
  CuDevice& operator=(const CuDevice&) = delete;

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] const DeviceCaps& caps() const override { return caps_; }
  [[nodiscard]] std::string_view dialect() const override { return "cuda"; }
  [[nodiscard]] std::string_view quick_dialect() const override { return "ptx"; }
  [[nodiscard]] std::string compiler_identity(std::string_view dialect) const override;
  std::vector<std::byte> compile(std::string_view dialect, const std::string& source,
                                 const std::string& entry) override;
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> binary, const std::string& entry) override;
  std::shared_ptr<runtime::Memory> allocate(std::size_t bytes) override;
  std::shared_ptr<runtime::Stream> make_stream() override;
  /// Sees the caller's streams that are wrapped now, and every other one that synchronises with the default stream.
  [[nodiscard]] bool capturing() const override;

  [[nodiscard]] const Symbols& cuda() const { return context_->cuda(); }
  [[nodiscard]] const std::shared_ptr<const Context>& context() const { return context_; }
  /// Knows programmatic dependent launches, those of captured streams included, and the user says that nobody else uses
  /// it.
  [[nodiscard]] bool launches_early() const;
  [[nodiscard]] CallerStreams& caller_streams() const { return caller_streams_; }
  /// Where temporary memory comes from; null for a device without memory pools. Made at the first call, in the context.
  [[nodiscard]] CUmemoryPool pool() const;
  /// Throws for an allocation that failed, naming the bytes that are free. In the context.
  void check_allocation(CUresult status, std::size_t bytes) const;

 private:
  std::shared_ptr<const Context> context_;
  mutable CallerStreams caller_streams_;
  mutable std::once_flag pool_once_;
  mutable PoolHandle pool_;
  mutable std::atomic<bool> has_pool_ = false;
  int driver_version_;
  DeviceInfo info_;
  DeviceCaps caps_;
};

/// Device memory: its address and its size.
class CuMemory : public runtime::Memory {
 public:
  CuMemory(std::shared_ptr<const CuDevice> device, MemoryHandle memory, std::size_t bytes)
      : device_(std::move(device)), memory_(std::move(memory)), bytes_(bytes) {}
  [[nodiscard]] std::size_t size() const override { return bytes_; }
  /// By address: addresses are unique in a process (CUDA C++ Programming Guide, "Unified Virtual Address Space").
  [[nodiscard]] bool overlaps(const runtime::Memory& other) const override;
  [[nodiscard]] CUdeviceptr native() const { return memory_.get(); }
  [[nodiscard]] const CuDevice& device() const { return *device_; }

 private:
  std::shared_ptr<const CuDevice> device_;
  MemoryHandle memory_;
  std::size_t bytes_;
};

/// The address of memory that the context can use. Throws Error(invalid_argument) for memory of another device or
/// backend, and Error(internal) for none.
CUdeviceptr address_in(const Context& context, const runtime::Memory* memory);

}  // namespace papilio::backend::cuda
