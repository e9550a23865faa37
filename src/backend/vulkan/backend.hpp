// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The Vulkan backend as src/api sees it. No Vulkan type appears here.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <string_view>

#include "runtime/device.hpp"

namespace papilio::backend::vulkan {

class VulkanLibrary;

/// Every Vulkan device that computes, or notes that say why there is none.
DeviceList list_devices();
DeviceList list_devices(const VulkanLibrary& library);

/// The device with this id. While a handle to it lives, further calls return the same object.
/// Throws Error(no_device) listing the devices that exist.
std::shared_ptr<runtime::Device> open_device(std::string_view id);

}  // namespace papilio::backend::vulkan
