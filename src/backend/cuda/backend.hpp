// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The CUDA backend as src/api sees it. No CUDA type appears here: native handles are void*.
#pragma once

#include <cstddef>
#include <memory>
#include <papilio/device.hpp>
#include <string_view>

#include "runtime/device.hpp"

namespace papilio::backend::cuda {

class CuLibrary;
class NvrtcLibrary;

/// Every CUDA device, and notes that say why there is none or why callbacks cannot be compiled.
DeviceList list_devices();
/// `nvrtc` is called, and NVRTC thus opened, only if there is a device.
DeviceList list_devices(const CuLibrary& library, const NvrtcLibrary& (*nvrtc)());

/// Opens NVRTC, for callbacks and for other libraries of the process that look it up by name. False if it is missing.
bool has_nvrtc();

/// The device with this id, on its primary context. While a handle to it lives, further calls return the same object.
/// Throws Error(no_device) listing the devices that exist.
std::shared_ptr<runtime::Device> open_device(std::string_view id);

/// Wrap native objects of the caller, who keeps ownership (include/papilio/cuda.hpp). Each function throws
/// Error(invalid_argument) for an object of another context and for an object that Papilio cannot use.
std::shared_ptr<runtime::Device> wrap_device(void* context);
std::shared_ptr<runtime::Stream> wrap_stream(const std::shared_ptr<runtime::Device>& device, void* stream);
std::shared_ptr<runtime::Memory> wrap_pointer(const std::shared_ptr<runtime::Device>& device, void* pointer,
                                              std::size_t bytes);
/// The native objects behind handles. Throw Error(invalid_argument) for those of another backend.
void* native_context(const runtime::Device& device);
void* native_stream(const runtime::Stream& stream);
void* native_pointer(const runtime::Memory& memory);

}  // namespace papilio::backend::cuda
