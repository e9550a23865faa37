// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "backend/vulkan/backend.hpp"
#include "backend/vulkan/device.hpp"
#include "backend/vulkan/recording.hpp"
#include "runtime/borrowed_memory.hpp"
#include "runtime/wrapping.hpp"

namespace papilio::backend::vulkan {
namespace {

using runtime::require;

std::shared_ptr<const VulkanDevice> own(const std::shared_ptr<runtime::Device>& device) {
  return runtime::own_device<VulkanDevice>(device, "it is none, or not a Vulkan device", "use vulkan::wrap_device");
}

/// The physical device and, where Papilio's own instance sees one of the same name, its id.
VulkanListEntry locate(const VulkanSymbols& vk, const papilio::vulkan::Handles& handles) {
  VulkanListEntry result;
  result.device = static_cast<VkPhysicalDevice>(handles.physical_device);
  result.family = handles.queue_family;
  result.id = "vulkan:wrapped";
  VkPhysicalDeviceProperties known{};
  vk.vkGetPhysicalDeviceProperties(result.device, &known);
  result.shares_memory =
      known.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || known.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  require(known.apiVersion >= VK_API_VERSION_1_1, "wrap_device", "its driver is older than Vulkan 1.1");
  require(computes(vk, result.device, result.family), "wrap_device",
          fmt::format("queues of family {} do not compute", result.family), "use one with VK_QUEUE_COMPUTE_BIT");
  return result;
}

VulkanFeatures features_of(const papilio::vulkan::Features& enabled) {
  const bool floats = enabled.float_controls;
  return {.int64 = enabled.int64,
          .f64 = enabled.f64,
          .storage_16 = enabled.storage_16,
          .storage_8 = enabled.storage_8,
          .addresses = enabled.buffer_addresses,
          .preserve_denormals_f32 = floats,
          .preserve_denormals_f64 = floats,
          .round_to_nearest_f32 = floats,
          .round_to_nearest_f64 = floats};
}

std::shared_ptr<VulkanDevice::Allocation> borrowed(VkBuffer buffer, std::size_t bytes) {
  auto allocation = std::make_shared<VulkanDevice::Allocation>();
  allocation->borrowed = buffer;
  allocation->bytes = bytes;
  return allocation;
}

}  // namespace

std::shared_ptr<runtime::Device> wrap_device(const papilio::vulkan::Handles& handles) {
  const VulkanLibrary& library = default_library();
  if (!library) throw Error::no_device("Vulkan", library.problem(), "install libvulkan1");
  require(handles.instance != nullptr && handles.physical_device != nullptr && handles.device != nullptr &&
              handles.queue != nullptr,
          "wrap_device", "a handle is null");
  auto symbols = std::make_shared<VulkanSymbols>();
  if (const char* missing = library.load(static_cast<VkInstance>(handles.instance), *symbols))
    throw Error::no_device("wrap_device", fmt::format("the instance lacks {}", missing), "ask for Vulkan 1.1");
  const VulkanListEntry found = locate(*symbols, handles);
  const VulkanFeatures has = features(*symbols, found.device).with(features_of(handles.enabled));
  auto native = std::make_shared<const NativeDevice>(symbols, static_cast<VkDevice>(handles.device));
  return std::make_shared<VulkanDevice>(std::move(native), static_cast<VkQueue>(handles.queue), found, has);
}

std::shared_ptr<runtime::Memory> wrap_buffer(const std::shared_ptr<runtime::Device>& device, std::uint64_t buffer,
                                             std::size_t offset, std::size_t bytes) {
  const std::shared_ptr<const VulkanDevice> owner = own(device);
  require(buffer != 0, "wrap_buffer", "the handle is null");
  const VkDeviceSize alignment = std::max<VkDeviceSize>(owner->limits().minStorageBufferOffsetAlignment, 16);
  require(offset % alignment == 0, "wrap_buffer",
          fmt::format("the offset of {} bytes is not a multiple of {}", offset, alignment),
          "use minStorageBufferOffsetAlignment, and 16 at least");
  auto* const native = (VkBuffer)buffer;  // NOLINT: a pointer here, an integer on machines of 32 bits
  return std::make_shared<VulkanMemory>(owner, borrowed(native, bytes), offset, bytes);
}

std::shared_ptr<runtime::Stream> wrap_command_buffer(const std::shared_ptr<runtime::Device>& device, void* commands) {
  const std::shared_ptr<const VulkanDevice> owner = own(device);
  require(commands != nullptr, "wrap_command_buffer", "the handle is null");
  return std::make_shared<VulkanRecording>(owner, static_cast<VkCommandBuffer>(commands));
}

void VulkanDevice::borrow(void* native, std::size_t bytes, runtime::BorrowedMemory& memory) const {
  require(native != nullptr, "buffer", "the handle is null");
  memory.make<VulkanMemory>(shared_from_this(), borrowed((VkBuffer)native, bytes), std::size_t{0}, bytes);  // NOLINT
}

}  // namespace papilio::backend::vulkan
