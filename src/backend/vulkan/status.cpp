// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/status.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>

namespace papilio::backend::vulkan {
namespace {

struct VulkanResultName {
  VkResult status;
  std::string_view name;
};

#define PAPILIO_VULKAN_STATUS(code) \
  VulkanResultName { code, #code }
constexpr VulkanResultName names[] = {
    PAPILIO_VULKAN_STATUS(VK_SUCCESS),
    PAPILIO_VULKAN_STATUS(VK_NOT_READY),
    PAPILIO_VULKAN_STATUS(VK_TIMEOUT),
    PAPILIO_VULKAN_STATUS(VK_INCOMPLETE),
    PAPILIO_VULKAN_STATUS(VK_ERROR_OUT_OF_HOST_MEMORY),
    PAPILIO_VULKAN_STATUS(VK_ERROR_OUT_OF_DEVICE_MEMORY),
    PAPILIO_VULKAN_STATUS(VK_ERROR_INITIALIZATION_FAILED),
    PAPILIO_VULKAN_STATUS(VK_ERROR_DEVICE_LOST),
    PAPILIO_VULKAN_STATUS(VK_ERROR_MEMORY_MAP_FAILED),
    PAPILIO_VULKAN_STATUS(VK_ERROR_LAYER_NOT_PRESENT),
    PAPILIO_VULKAN_STATUS(VK_ERROR_EXTENSION_NOT_PRESENT),
    PAPILIO_VULKAN_STATUS(VK_ERROR_FEATURE_NOT_PRESENT),
    PAPILIO_VULKAN_STATUS(VK_ERROR_INCOMPATIBLE_DRIVER),
    PAPILIO_VULKAN_STATUS(VK_ERROR_TOO_MANY_OBJECTS),
    PAPILIO_VULKAN_STATUS(VK_ERROR_FRAGMENTED_POOL),
    PAPILIO_VULKAN_STATUS(VK_ERROR_OUT_OF_POOL_MEMORY),
    PAPILIO_VULKAN_STATUS(VK_ERROR_INVALID_EXTERNAL_HANDLE),
    PAPILIO_VULKAN_STATUS(VK_ERROR_UNKNOWN),
};
#undef PAPILIO_VULKAN_STATUS

}  // namespace

std::string status_name(VkResult status) {
  for (const VulkanResultName& known : names) {
    if (known.status == status) return std::string(known.name);
  }
  return fmt::format("Vulkan result {}", static_cast<int>(status));
}

bool means_out_of_memory(VkResult status) {
  return status == VK_ERROR_OUT_OF_HOST_MEMORY || status == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
         status == VK_ERROR_OUT_OF_POOL_MEMORY || status == VK_ERROR_TOO_MANY_OBJECTS;
}

void check(VkResult status, std::string_view what) {
  if (status == VK_SUCCESS) return;
  if (means_out_of_memory(status)) {
    throw Error::out_of_memory(std::string(what), status_name(status), "use a smaller batch or free buffers");
  }
  throw Error::device_failed(std::string(what), status_name(status),
                             status == VK_ERROR_DEVICE_LOST ? "open the device again; see the system's log" : "");
}

}  // namespace papilio::backend::vulkan
