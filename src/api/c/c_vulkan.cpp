// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's objects of a Vulkan program.
#include <papilio/vulkan.h>

#include <papilio/vulkan.hpp>

#include "api/c/c_support.hpp"

using papilio::api::make_handle;
using papilio::api::require_struct;

papilio_status papilio_device_wrap_vulkan(const papilio_vulkan_handles* handles, papilio_device** wrapped) {
  const char* const function = __func__;
  return make_handle(wrapped, function, {}, [&] {
    require_struct(handles, function, "handles", "papilio_vulkan_handles");
    papilio::vulkan::Handles own;
    own.instance = handles->instance;
    own.physical_device = handles->physical_device;
    own.device = handles->device;
    own.queue = handles->queue;
    own.queue_family = handles->queue_family;
    own.enabled = {.int64 = handles->int64 != 0,
                   .f64 = handles->f64 != 0,
                   .storage_16 = handles->storage_16 != 0,
                   .storage_8 = handles->storage_8 != 0,
                   .buffer_addresses = handles->buffer_addresses != 0,
                   .float_controls = handles->float_controls != 0};
    return papilio::vulkan::wrap_device(own);
  });
}

papilio_status papilio_buffer_wrap_vulkan(const papilio_device* device, uint64_t buffer, size_t offset, size_t bytes,
                                          papilio_buffer** wrapped) {
  return make_handle(wrapped, __func__, {{device, "device"}},
                     [&] { return papilio::vulkan::wrap_buffer(device->value, buffer, offset, bytes); });
}

papilio_status papilio_stream_wrap_vulkan(const papilio_device* device, void* command_buffer,
                                          papilio_stream** wrapped) {
  return make_handle(wrapped, __func__, {{device, "device"}},
                     [&] { return papilio::vulkan::wrap_command_buffer(device->value, command_buffer); });
}
