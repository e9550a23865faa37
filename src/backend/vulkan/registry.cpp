// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/backend.hpp"
#include "backend/vulkan/device.hpp"
#include "runtime/choose.hpp"
#include "runtime/open_devices.hpp"

namespace papilio::backend::vulkan {

DeviceList list_devices(const VulkanLibrary& library) {
  DeviceList list;
  const VulkanSymbols& vk = library.vk();
  for (const VulkanListEntry& found : enumerate(library, list.notes))
    list.devices.push_back(device_info(vk, found, device_caps(vk, found, features(vk, found.device))));
  return list;
}

DeviceList list_devices() { return list_devices(default_library()); }

std::vector<std::string> integrated_gpus() {
  const VulkanLibrary& library = default_library();
  std::vector<std::string> ids;
  std::vector<std::string> notes;
  for (const VulkanListEntry& found : enumerate(library, notes)) {
    if (is_integrated(library.vk(), found.device)) ids.push_back(found.id);
  }
  return ids;
}

std::shared_ptr<runtime::Device> open_device(std::string_view id) {
  const VulkanLibrary& library = default_library();
  std::vector<std::string> notes;
  const std::vector<VulkanListEntry> all = enumerate(library, notes);
  const VulkanListEntry& found = runtime::choose(all, id, notes);
  return runtime::OpenDevices<VkPhysicalDevice, VulkanDevice>::of_process().get(
      found.device, [&] { return std::make_shared<VulkanDevice>(library.vk(), found); });
}

}  // namespace papilio::backend::vulkan
