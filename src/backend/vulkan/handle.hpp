// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handles of objects of a VkDevice.
#pragma once

#include <memory>

#include "backend/vulkan/symbols.hpp"
#include "runtime/handle.hpp"

namespace papilio::backend::vulkan {

/// A VkDevice, and the functions that make its objects; every handle keeps it alive.
struct NativeDevice {
  std::shared_ptr<const VulkanSymbols> own_symbols;  ///< of the caller's instance; else null
  const VulkanSymbols* vk = nullptr;
  VkDevice device = nullptr;
  bool owned = true;  ///< false: the caller's

  NativeDevice(const VulkanSymbols& symbols, VkDevice native) : vk(&symbols), device(native) {}
  /// The caller's.
  NativeDevice(std::shared_ptr<const VulkanSymbols> symbols, VkDevice native)
      : own_symbols(std::move(symbols)), vk(own_symbols.get()), device(native), owned(false) {}
  NativeDevice(const NativeDevice&) = delete;
  NativeDevice& operator=(const NativeDevice&) = delete;
  ~NativeDevice() {
    if (owned && device != nullptr && !runtime::is_forked()) vk->vkDestroyDevice(device, nullptr);
  }
};

template <typename T, auto Free>
void free_object(std::shared_ptr<const NativeDevice>&& device, T value) noexcept {
  (device->vk->*Free)(device->device, value, nullptr);
}
template <typename T, auto Free>
using VulkanHandle = runtime::Handle<T, std::shared_ptr<const NativeDevice>, free_object<T, Free>>;

using VulkanBufferHandle = VulkanHandle<VkBuffer, &VulkanSymbols::vkDestroyBuffer>;
using VulkanMemoryHandle = VulkanHandle<VkDeviceMemory, &VulkanSymbols::vkFreeMemory>;
using VulkanShaderHandle = VulkanHandle<VkShaderModule, &VulkanSymbols::vkDestroyShaderModule>;
using VulkanSetLayoutHandle = VulkanHandle<VkDescriptorSetLayout, &VulkanSymbols::vkDestroyDescriptorSetLayout>;
using VulkanLayoutHandle = VulkanHandle<VkPipelineLayout, &VulkanSymbols::vkDestroyPipelineLayout>;
using VulkanCacheHandle = VulkanHandle<VkPipelineCache, &VulkanSymbols::vkDestroyPipelineCache>;
using VulkanPipelineHandle = VulkanHandle<VkPipeline, &VulkanSymbols::vkDestroyPipeline>;
using VulkanPoolHandle = VulkanHandle<VkDescriptorPool, &VulkanSymbols::vkDestroyDescriptorPool>;
using VulkanCommandPoolHandle = VulkanHandle<VkCommandPool, &VulkanSymbols::vkDestroyCommandPool>;
using VulkanFenceHandle = VulkanHandle<VkFence, &VulkanSymbols::vkDestroyFence>;
using VulkanQueryHandle = VulkanHandle<VkQueryPool, &VulkanSymbols::vkDestroyQueryPool>;

}  // namespace papilio::backend::vulkan
