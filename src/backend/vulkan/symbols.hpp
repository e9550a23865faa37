// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The tables of all Vulkan functions that Papilio calls: Vulkan 1.1 and nothing newer. The headers provide the types;
// the loader is opened at run time and never linked.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#define PAPILIO_VULKAN_GLOBAL(X)            \
  X(vkEnumerateInstanceVersion)             \
  X(vkEnumerateInstanceExtensionProperties) \
  X(vkCreateInstance)

#define PAPILIO_VULKAN_INSTANCE(X)            \
  X(vkEnumeratePhysicalDevices)               \
  X(vkGetPhysicalDeviceProperties)            \
  X(vkGetPhysicalDeviceProperties2)           \
  X(vkGetPhysicalDeviceFeatures2)             \
  X(vkGetPhysicalDeviceMemoryProperties)      \
  X(vkGetPhysicalDeviceQueueFamilyProperties) \
  X(vkEnumerateDeviceExtensionProperties)     \
  X(vkCreateDevice)                           \
  X(vkDestroyDevice)                          \
  X(vkDeviceWaitIdle)                         \
  X(vkGetDeviceQueue)                         \
  X(vkQueueSubmit)                            \
  X(vkCreateBuffer)                           \
  X(vkDestroyBuffer)                          \
  X(vkGetBufferMemoryRequirements)            \
  X(vkAllocateMemory)                         \
  X(vkFreeMemory)                             \
  X(vkBindBufferMemory)                       \
  X(vkMapMemory)                              \
  X(vkCreateShaderModule)                     \
  X(vkDestroyShaderModule)                    \
  X(vkCreateDescriptorSetLayout)              \
  X(vkDestroyDescriptorSetLayout)             \
  X(vkCreatePipelineLayout)                   \
  X(vkDestroyPipelineLayout)                  \
  X(vkCreatePipelineCache)                    \
  X(vkDestroyPipelineCache)                   \
  X(vkGetPipelineCacheData)                   \
  X(vkCreateComputePipelines)                 \
  X(vkDestroyPipeline)                        \
  X(vkCreateDescriptorPool)                   \
  X(vkDestroyDescriptorPool)                  \
  X(vkResetDescriptorPool)                    \
  X(vkAllocateDescriptorSets)                 \
  X(vkUpdateDescriptorSets)                   \
  X(vkCreateCommandPool)                      \
  X(vkDestroyCommandPool)                     \
  X(vkResetCommandPool)                       \
  X(vkAllocateCommandBuffers)                 \
  X(vkBeginCommandBuffer)                     \
  X(vkEndCommandBuffer)                       \
  X(vkCmdBindPipeline)                        \
  X(vkCmdBindDescriptorSets)                  \
  X(vkCmdPushConstants)                       \
  X(vkCmdDispatch)                            \
  X(vkCmdPipelineBarrier)                     \
  X(vkCmdCopyBuffer)                          \
  X(vkCmdFillBuffer)                          \
  X(vkCmdResetQueryPool)                      \
  X(vkCmdWriteTimestamp)                      \
  X(vkCreateQueryPool)                        \
  X(vkDestroyQueryPool)                       \
  X(vkGetQueryPoolResults)                    \
  X(vkCreateFence)                            \
  X(vkDestroyFence)                           \
  X(vkResetFences)                            \
  X(vkWaitForFences)                          \
  X(vkGetFenceStatus)

// Of extensions that a device may lack.
#define PAPILIO_VULKAN_OPTIONAL(X)        \
  X(vkGetBufferDeviceAddressKHR)          \
  X(vkGetPipelineExecutablePropertiesKHR) \
  X(vkGetPipelineExecutableStatisticsKHR)

namespace papilio::backend::vulkan {

#define PAPILIO_VULKAN_MEMBER(name) PFN_##name name = nullptr;
#define PAPILIO_VULKAN_VISIT(name) visit(#name, name);

/// What the library itself exports.
struct LoaderSymbols {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
  template <typename Visit>
  void for_each(Visit visit) {
    PAPILIO_VULKAN_VISIT(vkGetInstanceProcAddr)
  }
};

/// What the loader has before there is an instance.
struct GlobalSymbols {
  PAPILIO_VULKAN_GLOBAL(PAPILIO_VULKAN_MEMBER)
  template <typename Visit>
  void for_each(Visit visit) {
    PAPILIO_VULKAN_GLOBAL(PAPILIO_VULKAN_VISIT)
  }
};

/// What an instance has, its devices' functions included.
struct VulkanSymbols {
  PAPILIO_VULKAN_INSTANCE(PAPILIO_VULKAN_MEMBER)
  PAPILIO_VULKAN_OPTIONAL(PAPILIO_VULKAN_MEMBER)
  template <typename Visit>
  void for_each_optional(Visit visit) {
    PAPILIO_VULKAN_OPTIONAL(PAPILIO_VULKAN_VISIT)
  }
  template <typename Visit>
  void for_each(Visit visit) {
    PAPILIO_VULKAN_INSTANCE(PAPILIO_VULKAN_VISIT)
  }
};

#undef PAPILIO_VULKAN_MEMBER
#undef PAPILIO_VULKAN_VISIT

}  // namespace papilio::backend::vulkan
