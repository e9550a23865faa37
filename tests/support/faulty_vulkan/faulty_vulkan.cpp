// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The loader's one entry point. Functions of devices that return a status are forwarded or failed; those that make or
// destroy something are counted.
#include "support/faulty_vulkan/faulty_vulkan.hpp"

#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <string_view>

namespace papilio::test {
namespace {

FaultyDriver& state() {
  static auto* const instance = new FaultyDriver;
  return *instance;
}

PFN_vkGetInstanceProcAddr real_loader() {
  static const auto found = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL), "vkGetInstanceProcAddr"));
  return found;
}

/// A name as an argument of a template: each function has a wrapper of its own.
template <std::size_t size>
struct Name {
  char text[size];
  constexpr Name(const char (&value)[size]) { std::copy_n(value, size, text); }  // NOLINT: a literal becomes one
  [[nodiscard]] constexpr std::string_view view() const { return {text, size - 1}; }
};

int injected(std::string_view name) {
  const std::span<const int> statuses = vulkan_statuses_of(name);
  const bool can_tell = std::ranges::find(statuses, int{VK_ERROR_DEVICE_LOST}) != statuses.end();
  return state().begin(name, statuses, can_tell ? VK_ERROR_DEVICE_LOST : VK_SUCCESS);
}

template <Name name, typename Function>
struct Wrapper;

template <Name name, typename... Arguments>
struct Wrapper<name, VkResult(VKAPI_PTR*)(Arguments...)> {
  static inline VkResult(VKAPI_PTR* real)(Arguments...) = nullptr;
  static constexpr bool waits = name.view() == "vkDeviceWaitIdle" || name.view() == "vkWaitForFences";
  static constexpr bool makes = name.view().starts_with("vkCreate") || name.view() == "vkAllocateMemory";

  static VkResult VKAPI_CALL call(Arguments... arguments) {
    const InsideDriver inside;
    const auto status = static_cast<VkResult>(injected(name.view()));
    if (status != VK_SUCCESS && !waits) return status;
    // Work must have ended before what it uses is destroyed, whatever the caller hears.
    const VkResult result = real(arguments...);
    if (makes && result == VK_SUCCESS) ++state().live;
    return status != VK_SUCCESS ? status : result;
  }
};

template <Name name, typename... Arguments>
struct Wrapper<name, void(VKAPI_PTR*)(Arguments...)> {
  static inline void(VKAPI_PTR* real)(Arguments...) = nullptr;

  static void VKAPI_CALL call(Arguments... arguments) {
    const InsideDriver inside;
    real(arguments...);
    --state().live;
  }
};

/// The wrapper of `wrapped`, if that is `name`; else null.
template <Name wrapped, typename Function>
PFN_vkVoidFunction wrapper(std::string_view name, PFN_vkVoidFunction found) {
  if (name != wrapped.view()) return nullptr;
  using Own = Wrapper<wrapped, Function>;
  Own::real = reinterpret_cast<Function>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(&Own::call);
}

template <typename... Wrappers>
PFN_vkVoidFunction first_of(PFN_vkVoidFunction found, Wrappers... wrappers) {
  PFN_vkVoidFunction result = nullptr;
  ((result != nullptr ? void() : void(result = wrappers)), ...);
  return result != nullptr ? result : found;
}

PFN_vkVoidFunction replaced(std::string_view name, PFN_vkVoidFunction found) {
#define PAPILIO_WRAP(function) wrapper<#function, PFN_##function>(name, found)
  return first_of(
      found, PAPILIO_WRAP(vkEnumeratePhysicalDevices), PAPILIO_WRAP(vkEnumerateDeviceExtensionProperties),
      PAPILIO_WRAP(vkCreateDevice), PAPILIO_WRAP(vkDestroyDevice), PAPILIO_WRAP(vkDeviceWaitIdle),
      PAPILIO_WRAP(vkQueueSubmit), PAPILIO_WRAP(vkCreateBuffer), PAPILIO_WRAP(vkDestroyBuffer),
      PAPILIO_WRAP(vkAllocateMemory), PAPILIO_WRAP(vkFreeMemory), PAPILIO_WRAP(vkBindBufferMemory),
      PAPILIO_WRAP(vkMapMemory), PAPILIO_WRAP(vkCreateShaderModule), PAPILIO_WRAP(vkDestroyShaderModule),
      PAPILIO_WRAP(vkCreateDescriptorSetLayout), PAPILIO_WRAP(vkDestroyDescriptorSetLayout),
      PAPILIO_WRAP(vkCreatePipelineLayout), PAPILIO_WRAP(vkDestroyPipelineLayout), PAPILIO_WRAP(vkCreatePipelineCache),
      PAPILIO_WRAP(vkDestroyPipelineCache), PAPILIO_WRAP(vkGetPipelineCacheData),
      PAPILIO_WRAP(vkCreateComputePipelines), PAPILIO_WRAP(vkDestroyPipeline), PAPILIO_WRAP(vkCreateDescriptorPool),
      PAPILIO_WRAP(vkDestroyDescriptorPool), PAPILIO_WRAP(vkResetDescriptorPool),
      PAPILIO_WRAP(vkAllocateDescriptorSets), PAPILIO_WRAP(vkCreateCommandPool), PAPILIO_WRAP(vkDestroyCommandPool),
      PAPILIO_WRAP(vkResetCommandPool), PAPILIO_WRAP(vkAllocateCommandBuffers), PAPILIO_WRAP(vkBeginCommandBuffer),
      PAPILIO_WRAP(vkEndCommandBuffer), PAPILIO_WRAP(vkCreateQueryPool), PAPILIO_WRAP(vkDestroyQueryPool),
      PAPILIO_WRAP(vkGetQueryPoolResults), PAPILIO_WRAP(vkCreateFence), PAPILIO_WRAP(vkDestroyFence),
      PAPILIO_WRAP(vkResetFences), PAPILIO_WRAP(vkWaitForFences), PAPILIO_WRAP(vkGetFenceStatus));
#undef PAPILIO_WRAP
}

}  // namespace
}  // namespace papilio::test

extern "C" {

papilio::test::FaultyDriver* faulty_vulkan_state() { return &papilio::test::state(); }
bool faulty_vulkan_is_inside() { return papilio::test::InsideDriver::depth() > 0; }

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char* name) {
  const PFN_vkGetInstanceProcAddr loader = papilio::test::real_loader();
  if (loader == nullptr) return nullptr;
  const PFN_vkVoidFunction found = loader(instance, name);
  return found == nullptr ? nullptr : papilio::test::replaced(name, found);
}

}  // extern "C"
