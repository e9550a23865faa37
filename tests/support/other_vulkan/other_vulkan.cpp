// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The loader's one entry point, and the functions that say or do something else than the real ones.
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "support/other_vulkan/limits.hpp"
#include "support/other_vulkan/spirv_check.hpp"

namespace papilio::test {
namespace {

const OtherDevice& device() {
  static const OtherDevice* const chosen = [] {
    const char* value = std::getenv("PAPILIO_OTHER_VULKAN");
    const auto* const found =
        std::ranges::find(other_devices, std::string_view(value != nullptr ? value : ""), &OtherDevice::value);
    if (found == std::end(other_devices)) {
      std::fputs("other_vulkan: PAPILIO_OTHER_VULKAN is not v3d4, v3d5, wrong, nvidia or no-addresses\n", stderr);
      std::abort();
    }
    return found;
  }();
  return *chosen;
}

PFN_vkGetInstanceProcAddr real_loader() {
  static const auto found = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL), "vkGetInstanceProcAddr"));
  return found;
}

/// The real functions, filled when Papilio asks for them.
struct Real {
  PFN_vkGetPhysicalDeviceProperties vkGetPhysicalDeviceProperties = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 vkGetPhysicalDeviceProperties2 = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 vkGetPhysicalDeviceFeatures2 = nullptr;
  PFN_vkEnumerateDeviceExtensionProperties vkEnumerateDeviceExtensionProperties = nullptr;
  PFN_vkCreateDevice vkCreateDevice = nullptr;
  PFN_vkCreateBuffer vkCreateBuffer = nullptr;
  PFN_vkAllocateMemory vkAllocateMemory = nullptr;
  PFN_vkCreateShaderModule vkCreateShaderModule = nullptr;
  PFN_vkCreateDescriptorSetLayout vkCreateDescriptorSetLayout = nullptr;
  PFN_vkCreatePipelineLayout vkCreatePipelineLayout = nullptr;
  PFN_vkUpdateDescriptorSets vkUpdateDescriptorSets = nullptr;
  PFN_vkCmdDispatch vkCmdDispatch = nullptr;
} real;

/// Ends the process where a limited device is asked for more than it has.
void require(bool condition, const std::string& what) {
  if (condition || !device().limited) return;
  std::fprintf(stderr, "other_vulkan: %s exceeds what %s has\n", what.c_str(), device().name);
  std::abort();
}

template <typename T>
T* find_in_chain(void* chain, VkStructureType type) {
  for (auto* at = static_cast<VkBaseOutStructure*>(chain); at != nullptr; at = at->pNext) {
    if (at->sType == type) return reinterpret_cast<T*>(at);
  }
  return nullptr;
}

void change(VkPhysicalDeviceProperties& properties) {
  std::snprintf(properties.deviceName, sizeof(properties.deviceName), "%s", device().name);
  if (device().multiprocessors > 0) properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
  if (!device().limited) return;
  properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  VkPhysicalDeviceLimits& limits = properties.limits;
  limits.maxComputeWorkGroupInvocations = most_invocations;
  std::fill_n(limits.maxComputeWorkGroupSize, 3, most_invocations);
  std::fill_n(limits.maxComputeWorkGroupCount, 3, most_groups);
  limits.maxComputeSharedMemorySize = shared_bytes;
  limits.maxPerStageDescriptorStorageBuffers = storage_buffers;
  limits.maxPushConstantsSize = push_bytes;
  limits.minStorageBufferOffsetAlignment = offset_alignment;
  limits.maxStorageBufferRange = most_bytes;
}

void VKAPI_CALL get_properties(VkPhysicalDevice physical, VkPhysicalDeviceProperties* properties) {
  real.vkGetPhysicalDeviceProperties(physical, properties);
  change(*properties);
}

void VKAPI_CALL get_properties2(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* properties) {
  real.vkGetPhysicalDeviceProperties2(physical, properties);
  change(properties->properties);
  if (auto* sm = find_in_chain<VkPhysicalDeviceShaderSMBuiltinsPropertiesNV>(
          properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV)) {
    sm->shaderSMCount = device().multiprocessors;
    sm->shaderWarpsPerSM = 64;
  }
  if (!device().limited) return;
  if (auto* subgroup = find_in_chain<VkPhysicalDeviceSubgroupProperties>(
          properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)) {
    subgroup->subgroupSize = subgroup_size;
    if (!device().shuffles) subgroup->supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT;
  }
  if (auto* sizes = find_in_chain<VkPhysicalDeviceMaintenance3Properties>(
          properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES))
    sizes->maxMemoryAllocationSize = most_bytes;
  if (auto* floats = find_in_chain<VkPhysicalDeviceFloatControlsProperties>(
          properties->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES)) {
    VkBaseOutStructure head{};
    std::memcpy(&head, floats, sizeof(head));
    *floats = {};
    std::memcpy(floats, &head, sizeof(head));
  }
}

/// The real extensions and the one that the device pretends to have, which comes last.
VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char* layer, std::uint32_t* count,
                               VkExtensionProperties* all) {
  if (device().multiprocessors == 0) return real.vkEnumerateDeviceExtensionProperties(physical, layer, count, all);
  std::uint32_t real_count = all == nullptr ? 0 : *count - 1;
  const VkResult result = real.vkEnumerateDeviceExtensionProperties(physical, layer, &real_count, all);
  if (all != nullptr) {
    all[real_count] = {};
    std::snprintf(all[real_count].extensionName, sizeof(all[real_count].extensionName), "%s",
                  VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME);
  }
  *count = real_count + 1;
  return result;
}

void VKAPI_CALL get_features2(VkPhysicalDevice physical, VkPhysicalDeviceFeatures2* features) {
  real.vkGetPhysicalDeviceFeatures2(physical, features);
  if (auto* addresses = find_in_chain<VkPhysicalDeviceBufferDeviceAddressFeatures>(
          features->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES);
      addresses != nullptr && !device().addresses)
    addresses->bufferDeviceAddress = VK_FALSE;
  if (!device().limited) return;
  features->features.shaderInt64 = VK_FALSE;
  features->features.shaderFloat64 = VK_FALSE;
  features->features.shaderInt16 = VK_FALSE;
}

VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                  const VkAllocationCallbacks* allocator, VkDevice* result) {
  const auto* wanted = find_in_chain<VkPhysicalDeviceFeatures2>(const_cast<void*>(info->pNext),
                                                                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  require(wanted == nullptr || (wanted->features.shaderInt64 == VK_FALSE && wanted->features.shaderFloat64 == VK_FALSE),
          "a feature of the device");
  return real.vkCreateDevice(physical, info, allocator, result);
}

VkResult VKAPI_CALL create_buffer(VkDevice native, const VkBufferCreateInfo* info,
                                  const VkAllocationCallbacks* allocator, VkBuffer* result) {
  require(info->size <= most_bytes, "a buffer of " + std::to_string(info->size) + " bytes");
  return real.vkCreateBuffer(native, info, allocator, result);
}

VkResult VKAPI_CALL allocate_memory(VkDevice native, const VkMemoryAllocateInfo* info,
                                    const VkAllocationCallbacks* allocator, VkDeviceMemory* result) {
  require(info->allocationSize <= most_bytes, "an allocation of " + std::to_string(info->allocationSize) + " bytes");
  return real.vkAllocateMemory(native, info, allocator, result);
}

VkResult VKAPI_CALL create_module(VkDevice native, const VkShaderModuleCreateInfo* info,
                                  const VkAllocationCallbacks* allocator, VkShaderModule* result) {
  const std::string fault = fault_of({info->pCode, info->codeSize / sizeof(std::uint32_t)}, device());
  require(fault.empty(), fault);
  return real.vkCreateShaderModule(native, info, allocator, result);
}

VkResult VKAPI_CALL create_set_layout(VkDevice native, const VkDescriptorSetLayoutCreateInfo* info,
                                      const VkAllocationCallbacks* allocator, VkDescriptorSetLayout* result) {
  require(info->bindingCount <= storage_buffers, std::to_string(info->bindingCount) + " storage buffers");
  return real.vkCreateDescriptorSetLayout(native, info, allocator, result);
}

VkResult VKAPI_CALL create_layout(VkDevice native, const VkPipelineLayoutCreateInfo* info,
                                  const VkAllocationCallbacks* allocator, VkPipelineLayout* result) {
  for (std::uint32_t i = 0; i < info->pushConstantRangeCount; ++i) {
    const VkPushConstantRange& range = info->pPushConstantRanges[i];
    require(range.offset + range.size <= push_bytes, std::to_string(range.size) + " bytes of push constants");
  }
  return real.vkCreatePipelineLayout(native, info, allocator, result);
}

void VKAPI_CALL update_sets(VkDevice native, std::uint32_t count, const VkWriteDescriptorSet* writes,
                            std::uint32_t copies, const VkCopyDescriptorSet* copied) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkDescriptorBufferInfo& buffer = *writes[i].pBufferInfo;
    require(buffer.offset % offset_alignment == 0, "a binding at byte " + std::to_string(buffer.offset));
    require(buffer.range <= most_bytes, "a binding of " + std::to_string(buffer.range) + " bytes");
  }
  real.vkUpdateDescriptorSets(native, count, writes, copies, copied);
}

void VKAPI_CALL dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  require(std::max({x, y, z}) <= most_groups, "a grid of " + std::to_string(x) + " x " + std::to_string(y));
  real.vkCmdDispatch(commands, device().wrong ? x - 1 : x, y, z);
}

/// `own` instead of the real function, which it calls.
template <typename Function>
PFN_vkVoidFunction instead(Function& real_function, PFN_vkVoidFunction found, Function own) {
  real_function = reinterpret_cast<Function>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(own);
}

PFN_vkVoidFunction replaced(std::string_view name, PFN_vkVoidFunction found) {
  if (name == "vkGetPhysicalDeviceProperties")
    return instead(real.vkGetPhysicalDeviceProperties, found, get_properties);
  if (name == "vkGetPhysicalDeviceProperties2")
    return instead(real.vkGetPhysicalDeviceProperties2, found, get_properties2);
  if (name == "vkGetPhysicalDeviceFeatures2") return instead(real.vkGetPhysicalDeviceFeatures2, found, get_features2);
  if (name == "vkEnumerateDeviceExtensionProperties")
    return instead(real.vkEnumerateDeviceExtensionProperties, found, extensions);
  if (name == "vkCreateDevice") return instead(real.vkCreateDevice, found, create_device);
  if (name == "vkCreateBuffer") return instead(real.vkCreateBuffer, found, create_buffer);
  if (name == "vkAllocateMemory") return instead(real.vkAllocateMemory, found, allocate_memory);
  if (name == "vkCreateShaderModule") return instead(real.vkCreateShaderModule, found, create_module);
  if (name == "vkCreateDescriptorSetLayout") return instead(real.vkCreateDescriptorSetLayout, found, create_set_layout);
  if (name == "vkCreatePipelineLayout") return instead(real.vkCreatePipelineLayout, found, create_layout);
  if (name == "vkUpdateDescriptorSets") return instead(real.vkUpdateDescriptorSets, found, update_sets);
  if (name == "vkCmdDispatch") return instead(real.vkCmdDispatch, found, dispatch);
  return found;
}

}  // namespace
}  // namespace papilio::test

extern "C" PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char* name) {
  const PFN_vkGetInstanceProcAddr loader = papilio::test::real_loader();
  if (loader == nullptr) return nullptr;
  const PFN_vkVoidFunction found = loader(instance, name);
  return found == nullptr ? nullptr : papilio::test::replaced(name, found);
}
