// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Queries a Vulkan device into Papilio's DeviceInfo and DeviceCaps, and what kernels may use of it.
#pragma once

#include <cstdint>
#include <papilio/device.hpp>
#include <string>
#include <vector>

#include "backend/vulkan/library.hpp"
#include "core/device_caps.hpp"

namespace papilio::backend::vulkan {

/// A device and its id from the enumeration.
struct VulkanListEntry {
  VkPhysicalDevice device = nullptr;
  std::uint32_t family = 0;    ///< of queues that compute
  std::string id;              ///< "vulkan:0"
  bool shares_memory = false;  ///< with the host: an integrated GPU, or a CPU
  bool executes = true;        ///< false: the driver only compiles, for hardware that is not there
};

/// VulkanFeatures beyond Vulkan 1.1's minimum.
struct VulkanFeatures {
  bool int64 = false;
  bool f64 = false;
  bool storage_16 = false;
  bool storage_8 = false;
  bool addresses = false;       ///< of buffers (VK_KHR_buffer_device_address)
  bool statistics = false;      ///< of compiled kernels (VK_KHR_pipeline_executable_properties)
  bool float_controls = false;  ///< the extension that the rest needs
  bool preserve_denormals_f32 = false;
  bool preserve_denormals_f64 = false;
  bool round_to_nearest_f32 = false;
  bool round_to_nearest_f64 = false;

  /// The features that both have.
  [[nodiscard]] VulkanFeatures with(const VulkanFeatures& other) const;
};

/// Every device with a queue that computes and Vulkan 1.1. If there is none, `notes` says what was tried.
std::vector<VulkanListEntry> enumerate(const VulkanLibrary& library, std::vector<std::string>& notes);

VulkanFeatures features(const VulkanSymbols& vk, VkPhysicalDevice device);
bool is_integrated(const VulkanSymbols& vk, VkPhysicalDevice device);
bool has_extension(const VulkanSymbols& vk, VkPhysicalDevice device, const char* name);
/// Parts of a compute unit that run subgroups of their own; 0 if the driver does not report them.
int simds_of_unit(const VulkanSymbols& vk, VkPhysicalDevice device);
/// With these of its features.
DeviceCaps device_caps(const VulkanSymbols& vk, const VulkanListEntry& found, const VulkanFeatures& has);
/// A family of queues that compute.
bool computes(const VulkanSymbols& vk, VkPhysicalDevice device, std::uint32_t family);
DeviceInfo device_info(const VulkanSymbols& vk, const VulkanListEntry& found, const DeviceCaps& caps);

}  // namespace papilio::backend::vulkan
