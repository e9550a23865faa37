// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Vulkan 1.3 specification, "Return Codes" of each function, without those of extensions that Papilio does not enable.
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <map>
#include <vector>

#include "support/faulty_vulkan/faulty_vulkan.hpp"

namespace papilio::test {
namespace {

using Statuses = std::vector<int>;

/// Any function may return the last one.
const Statuses& common() {
  static const Statuses statuses = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_UNKNOWN};
  return statuses;
}

Statuses with(const Statuses& more) {
  Statuses all = common();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::map<std::string_view, Statuses>& special() {
  static const Statuses lost = with({VK_ERROR_DEVICE_LOST});
  static const std::map<std::string_view, Statuses> table = {
      {"vkEnumeratePhysicalDevices", with({VK_ERROR_INITIALIZATION_FAILED})},
      {"vkEnumerateDeviceExtensionProperties", with({VK_ERROR_LAYER_NOT_PRESENT})},
      {"vkCreateDevice", with({VK_ERROR_DEVICE_LOST, VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_EXTENSION_NOT_PRESENT,
                               VK_ERROR_FEATURE_NOT_PRESENT, VK_ERROR_TOO_MANY_OBJECTS})},
      {"vkAllocateMemory", with({VK_ERROR_TOO_MANY_OBJECTS})},
      {"vkMapMemory", with({VK_ERROR_MEMORY_MAP_FAILED})},
      {"vkCreateDescriptorPool", with({VK_ERROR_FRAGMENTATION})},
      {"vkAllocateDescriptorSets", with({VK_ERROR_FRAGMENTED_POOL, VK_ERROR_OUT_OF_POOL_MEMORY})},
      {"vkDeviceWaitIdle", lost},
      {"vkQueueSubmit", lost},
      {"vkGetQueryPoolResults", lost},
      {"vkWaitForFences", lost},
      {"vkGetFenceStatus", lost},
  };
  return table;
}

}  // namespace

std::span<const int> vulkan_statuses_of(std::string_view function) {
  const auto found = special().find(function);
  return found != special().end() ? found->second : common();
}

}  // namespace papilio::test
