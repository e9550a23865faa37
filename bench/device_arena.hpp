// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A device, one in-order queue on it and two buffers, with the native handles that other libraries take.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <papilio/device.hpp>
#include <string>

#include "bench/arena.hpp"

namespace papilio::bench {

enum class Driver { cuda, opencl, vulkan };

/// CUDA: a CUcontext, which is current on the thread that made the arena, a CUdevice as a number and a CUstream.
/// OpenCL: cl_context, cl_device_id and cl_command_queue. Vulkan: VkPhysicalDevice, VkDevice, VkQueue and its family.
struct NativeHandles {
  Driver driver = Driver::opencl;
  void* context = nullptr;
  void* device = nullptr;
  void* queue = nullptr;
  std::uint32_t queue_family = 0;
};

class DeviceArena : public Arena {
 public:
  [[nodiscard]] std::size_t capacity() const override { return capacity_; }
  void reserve(std::size_t bytes) override;
  void write(Part part, std::size_t offset, std::span<const std::byte> from) override;
  void read(Part part, std::size_t offset, std::span<std::byte> to) override;
  void copy(std::size_t bytes) override;
  void finish() override;
  void set_clock(TimingSide clock) override { clock_ = clock; }
  /// Between two markers in the queue, by the device's clock unless the host's is set; see time_ahead.hpp.
  Took time(const std::function<void()>& enqueue, std::size_t count) override;

  [[nodiscard]] const Device& device() const { return device_; }
  [[nodiscard]] const Stream& stream() const { return stream_; }
  [[nodiscard]] const Buffer& buffer(Part part) const { return part == Part::input ? input_ : output_; }

  [[nodiscard]] const NativeHandles& native() const { return native_; }
  /// CUDA: the address, a CUdeviceptr; OpenCL: a cl_mem; Vulkan: a VkBuffer.
  [[nodiscard]] void* native(Part part) const { return native_of(buffer(part)); }
  /// Memory for a peer that takes its scratch from the caller.
  [[nodiscard]] Buffer allocate(std::size_t bytes) const { return Buffer(device_, bytes); }
  [[nodiscard]] virtual void* native_of(const Buffer& buffer) const = 0;

 protected:
  explicit DeviceArena(Device device) : device_(std::move(device)) {}
  void set_queue(Stream stream, const NativeHandles& native);

 private:
  bool keep_busy(double seconds);

  Device device_;
  Stream stream_;
  NativeHandles native_;
  TimingSide clock_ = TimingSide::device;
  Buffer input_;
  Buffer output_;
  std::size_t capacity_ = 0;
  Buffer cleared_;                       ///< cleared repeatedly, to keep the device busy
  std::optional<double> clear_seconds_;  ///< of one clear; 0: the device cannot be kept busy
};

/// An arena on this device, with a queue of its own that records times. For one thread. Throws Error.
std::unique_ptr<DeviceArena> make_device_arena(const Device& device);

}  // namespace papilio::bench
