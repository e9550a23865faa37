// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/library.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "backend/vulkan/status.hpp"
#include "runtime/driver_names.hpp"
#include "runtime/environment.hpp"

namespace papilio::backend::vulkan {
namespace {

std::vector<std::string> names_to_try() {
  const char* chosen = runtime::environment_variable("PAPILIO_VULKAN_LIBRARY");
  if (chosen != nullptr && *chosen != '\0') return {chosen};
  return runtime::vulkan_names();
}

/// Loads a table of functions; the name of the first that is missing, or null.
template <typename Table>
const char* load_table(PFN_vkGetInstanceProcAddr find, VkInstance instance, Table& table) {
  const char* missing = nullptr;
  table.for_each([&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(find(instance, name));
    if (function == nullptr && missing == nullptr) missing = name;
  });
  return missing;
}

/// MoltenVK and other layers on top of other interfaces are listed only on request.
constexpr const char* portability = "VK_KHR_portability_enumeration";
constexpr VkInstanceCreateFlags enumerate_portability = 1;

bool has_portability(const GlobalSymbols& global) {
  std::uint32_t count = 0;
  global.vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  global.vkEnumerateInstanceExtensionProperties(nullptr, &count, all.data());
  for (const VkExtensionProperties& extension : all) {
    if (std::string_view(extension.extensionName) == portability) return true;
  }
  return false;
}

}  // namespace

VulkanLibrary::VulkanLibrary(std::span<const std::string> names)
    : DriverLibrary(names, "the Vulkan loader", "Vulkan loader") {
  if (*this) make_instance();
}

void VulkanLibrary::make_instance() {
  const PFN_vkGetInstanceProcAddr find = symbols().vkGetInstanceProcAddr;
  GlobalSymbols global;
  if (const char* missing = load_table(find, nullptr, global))
    return reject(fmt::format("{} lacks {}", name(), missing));
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pEngineName = "Papilio";
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  if (has_portability(global)) {
    info.flags = enumerate_portability;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &portability;
  }
  const VkResult status = global.vkCreateInstance(&info, nullptr, &instance_);
  if (status != VK_SUCCESS) return reject(fmt::format("{} found no driver ({})", name(), status_name(status)));
  if (const char* missing = load(instance_, vk_)) reject(fmt::format("{} lacks {}", name(), missing));
}

const char* VulkanLibrary::load(VkInstance instance, VulkanSymbols& table) const {
  const PFN_vkGetInstanceProcAddr find = symbols().vkGetInstanceProcAddr;
  table.for_each_optional([&](const char* optional, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(find(instance, optional));
  });
  return load_table(find, instance, table);
}

const VulkanLibrary& default_library() { return runtime::process_library<VulkanLibrary>(names_to_try); }

}  // namespace papilio::backend::vulkan
