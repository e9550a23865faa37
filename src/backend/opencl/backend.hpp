// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The OpenCL backend as src/api sees it. No OpenCL type appears here: native handles are void*.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <string_view>

#include "runtime/device.hpp"

namespace papilio::backend::opencl {

class ClLibrary;

/// Every OpenCL device, or notes that say why there is none.
DeviceList list_devices();
DeviceList list_devices(const ClLibrary& library);

/// The device with this id. While a handle to it lives, further calls return the same object with the same context.
/// Throws Error(no_device) listing the devices that exist.
std::shared_ptr<runtime::Device> open_device(std::string_view id);

/// Wrap native objects of the caller and retain them. Each function throws Error(invalid_argument) for null, for an
/// object of another context, and for an object that Papilio cannot use.
std::shared_ptr<runtime::Device> wrap_device(void* context, void* device);
std::shared_ptr<runtime::Stream> wrap_queue(const std::shared_ptr<runtime::Device>& device, void* queue);
std::shared_ptr<runtime::Memory> wrap_buffer(const std::shared_ptr<runtime::Device>& device, void* memory);

/// Host memory as a buffer of a device that computes in it.
bool shares_host_memory(const std::shared_ptr<runtime::Device>& device);
std::shared_ptr<runtime::Memory> wrap_host_memory(const std::shared_ptr<runtime::Device>& device, void* memory,
                                                  std::size_t bytes);

}  // namespace papilio::backend::opencl
