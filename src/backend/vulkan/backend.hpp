// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The Vulkan backend as src/api sees it. No Vulkan type appears here.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <papilio/vulkan.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device.hpp"

namespace papilio::backend::vulkan {

class VulkanLibrary;

/// Every Vulkan device that computes, or notes that say why there is none.
DeviceList list_devices();
DeviceList list_devices(const VulkanLibrary& library);
/// The ids of those that are integrated GPUs.
std::vector<std::string> integrated_gpus();

/// The device with this id. While a handle to it lives, further calls return the same object.
/// Throws Error(no_device) listing the devices that exist.
std::shared_ptr<runtime::Device> open_device(std::string_view id);

/// Wrap the caller's objects; papilio/vulkan.hpp documents the conditions and the exceptions.
std::shared_ptr<runtime::Device> wrap_device(const papilio::vulkan::Handles& handles);
std::shared_ptr<runtime::Memory> wrap_buffer(const std::shared_ptr<runtime::Device>& device, std::uint64_t buffer,
                                             std::size_t offset, std::size_t bytes);
std::shared_ptr<runtime::Stream> wrap_command_buffer(const std::shared_ptr<runtime::Device>& device, void* commands);

}  // namespace papilio::backend::vulkan
