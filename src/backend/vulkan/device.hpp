// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One Vulkan device with the queue that its streams submit to. It creates memory, programs and streams, which keep it
// alive.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/vulkan/handle.hpp"
#include "backend/vulkan/new_pipelines.hpp"
#include "backend/vulkan/query.hpp"
#include "runtime/device.hpp"

namespace papilio::backend::vulkan {

class VulkanDevice final : public runtime::Device, public std::enable_shared_from_this<VulkanDevice> {
 public:
  VulkanDevice(const VulkanSymbols& vk, const VulkanListEntry& found);
  /// On the caller's device and queue, with the features that it was made with.
  VulkanDevice(std::shared_ptr<const NativeDevice> native, VkQueue queue, const VulkanListEntry& found,
               const VulkanFeatures& has);

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] const DeviceCaps& caps() const override { return caps_; }
  void trust_fma() override { caps_.exact_fma = true; }
  [[nodiscard]] Dialect dialect() const override { return Dialect::spirv; }
  [[nodiscard]] std::string compiler_identity(Dialect dialect) const override;
  std::vector<std::byte> compile(const Source& source, const std::string& entry) override;
  std::vector<std::uint32_t> compile_callbacks(const std::string& glsl, const std::string& entry) override;
  [[nodiscard]] std::string callback_compiler_identity() const override;
  std::unique_ptr<runtime::Program> load(std::span<const std::byte> binary, const std::string& entry) override;
  std::shared_ptr<runtime::Memory> allocate(std::size_t bytes) override;
  std::shared_ptr<runtime::Stream> make_stream() override;
  void borrow(void* native, std::size_t bytes, runtime::BorrowedMemory& memory) const override;

  [[nodiscard]] const VulkanSymbols& vk() const { return *native_->vk; }
  [[nodiscard]] VkDevice native() const { return native_->device; }
  [[nodiscard]] const std::shared_ptr<const NativeDevice>& shared() const { return native_; }
  [[nodiscard]] VkPhysicalDevice physical() const { return found_.device; }
  [[nodiscard]] VkQueue queue() const { return queue_; }
  [[nodiscard]] std::uint32_t family() const { return found_.family; }
  [[nodiscard]] const VkPhysicalDeviceLimits& limits() const { return limits_; }
  /// Seconds of a timestamp's unit; 0: the queue has no timestamps.
  [[nodiscard]] double tick() const { return tick_; }

  /// True if the driver tells the registers and memory of kernels.
  [[nodiscard]] bool has_statistics() const { return has_statistics_; }

  [[nodiscard]] NewPipelines& new_pipelines() const { return new_pipelines_; }

  /// Of a buffer that was made for it; only where caps().addresses.
  [[nodiscard]] std::uint64_t address_of(VkBuffer buffer) const;

  /// Several threads may submit; Vulkan wants one at a time.
  void submit(const VkSubmitInfo& info, VkFence fence) const;

  /// `host`: the host may read and write it.
  enum class MemoryKind { device, host };
  struct Allocation {
    VulkanMemoryHandle memory;
    VulkanBufferHandle buffer;           ///< destroyed before the memory
    VkBuffer borrowed = VK_NULL_HANDLE;  ///< the caller's, instead of both
    std::byte* mapped = nullptr;         ///< where the host sees it; null: it does not
    std::size_t bytes = 0;
  };
  [[nodiscard]] std::shared_ptr<Allocation> make_buffer(std::size_t bytes, MemoryKind kind) const;

 private:
  VulkanDevice(const VulkanSymbols& vk, const VulkanListEntry& found, const VulkanFeatures& has);
  void query();
  /// Throws Error(unsupported) for a device that only compiles.
  void require_execution() const;
  [[nodiscard]] std::uint32_t memory_type(std::uint32_t allowed, VkMemoryPropertyFlags wanted) const;

  VulkanListEntry found_;
  DeviceCaps caps_;
  DeviceInfo info_;
  VkPhysicalDeviceLimits limits_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  std::array<std::uint8_t, VK_UUID_SIZE> cache_uuid_{};
  double tick_ = 0;
  bool has_statistics_ = false;
  std::shared_ptr<const NativeDevice> native_;
  VkQueue queue_ = nullptr;
  mutable std::mutex queue_mutex_;
  mutable NewPipelines new_pipelines_;
};

/// Device memory: a range of a buffer.
class VulkanMemory final : public runtime::Memory {
 public:
  VulkanMemory(std::shared_ptr<const VulkanDevice> device, std::shared_ptr<VulkanDevice::Allocation> allocation,
               std::size_t offset, std::size_t bytes)
      : device_(std::move(device)), allocation_(std::move(allocation)), offset_(offset), bytes_(bytes) {}

  [[nodiscard]] std::size_t size() const override { return bytes_; }
  [[nodiscard]] bool overlaps(const runtime::Memory& other) const override;
  [[nodiscard]] VkBuffer native() const {
    return allocation_->borrowed != VK_NULL_HANDLE ? allocation_->borrowed : allocation_->buffer.get();
  }
  [[nodiscard]] std::size_t offset() const { return offset_; }
  /// What kernels are given: whole words where the memory is Papilio's.
  [[nodiscard]] std::size_t bound_bytes() const {
    return allocation_->borrowed != VK_NULL_HANDLE ? bytes_ : (bytes_ + 3) / 4 * 4;
  }
  /// Null where the host cannot see it.
  [[nodiscard]] std::byte* mapped() const {
    return allocation_->mapped == nullptr ? nullptr : allocation_->mapped + offset_;
  }
  [[nodiscard]] const std::shared_ptr<VulkanDevice::Allocation>& allocation() const { return allocation_; }
  [[nodiscard]] const VulkanDevice& device() const { return *device_; }

 private:
  std::shared_ptr<const VulkanDevice> device_;
  std::shared_ptr<VulkanDevice::Allocation> allocation_;
  std::size_t offset_;
  std::size_t bytes_;
};

}  // namespace papilio::backend::vulkan
