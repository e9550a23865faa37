// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handle: one object of a VkDevice, destroyed by the destructor.
#pragma once

#include <memory>
#include <utility>

#include "backend/vulkan/symbols.hpp"

namespace papilio::backend::vulkan {

/// A VkDevice, and the functions that make its objects; every handle keeps it alive.
struct NativeDevice {
  std::shared_ptr<const Symbols> own_symbols;  ///< of the caller's instance; else null
  const Symbols* vk = nullptr;
  VkDevice device = nullptr;
  bool owned = true;  ///< false: the caller's

  NativeDevice(const Symbols& symbols, VkDevice native) : vk(&symbols), device(native) {}
  /// The caller's.
  NativeDevice(std::shared_ptr<const Symbols> symbols, VkDevice native)
      : own_symbols(std::move(symbols)), vk(own_symbols.get()), device(native), owned(false) {}
  NativeDevice(const NativeDevice&) = delete;
  NativeDevice& operator=(const NativeDevice&) = delete;
  ~NativeDevice() {
    if (owned && device != nullptr) vk->vkDestroyDevice(device, nullptr);
  }
};

/// Move-only; a default-constructed one means "none".
template <typename T, auto Destroy>
class Handle {
 public:
  Handle() = default;
  Handle(std::shared_ptr<const NativeDevice> device, T value) : device_(std::move(device)), value_(value) {}
  Handle(Handle&& other) noexcept
      : device_(std::move(other.device_)), value_(std::exchange(other.value_, T(VK_NULL_HANDLE))) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle taken(std::move(other));
    std::swap(device_, taken.device_);
    std::swap(value_, taken.value_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (value_ != T(VK_NULL_HANDLE)) (device_->vk->*Destroy)(device_->device, value_, nullptr);
  }

  [[nodiscard]] T get() const noexcept { return value_; }
  [[nodiscard]] explicit operator bool() const noexcept { return value_ != T(VK_NULL_HANDLE); }

 private:
  std::shared_ptr<const NativeDevice> device_;
  T value_ = VK_NULL_HANDLE;
};

using BufferHandle = Handle<VkBuffer, &Symbols::vkDestroyBuffer>;
using MemoryHandle = Handle<VkDeviceMemory, &Symbols::vkFreeMemory>;
using ShaderHandle = Handle<VkShaderModule, &Symbols::vkDestroyShaderModule>;
using SetLayoutHandle = Handle<VkDescriptorSetLayout, &Symbols::vkDestroyDescriptorSetLayout>;
using LayoutHandle = Handle<VkPipelineLayout, &Symbols::vkDestroyPipelineLayout>;
using CacheHandle = Handle<VkPipelineCache, &Symbols::vkDestroyPipelineCache>;
using PipelineHandle = Handle<VkPipeline, &Symbols::vkDestroyPipeline>;
using PoolHandle = Handle<VkDescriptorPool, &Symbols::vkDestroyDescriptorPool>;
using CommandPoolHandle = Handle<VkCommandPool, &Symbols::vkDestroyCommandPool>;
using FenceHandle = Handle<VkFence, &Symbols::vkDestroyFence>;
using QueryHandle = Handle<VkQueryPool, &Symbols::vkDestroyQueryPool>;

}  // namespace papilio::backend::vulkan
