// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The C API's devices, also those that wrap a program's own objects.
#include <fmt/format.h>
#include <papilio/papilio.h>

#include <papilio/cuda.hpp>
#include <papilio/opencl.hpp>
#include <string_view>

#include "api/c/c_support.hpp"

using papilio::api::copy_text;
using papilio::api::guarded;
using papilio::api::make_handle;
using papilio::api::require_struct;

namespace {

papilio_device_info info_of(const papilio::DeviceInfo& info) noexcept {
  papilio_device_info result = papilio_device_info_init();
  copy_text(info.id, result.id, sizeof(result.id));
  copy_text(info.name, result.name, sizeof(result.name));
  copy_text(to_string(info.backend), result.backend, sizeof(result.backend));
  copy_text(info.platform, result.platform, sizeof(result.platform));
  copy_text(info.driver, result.driver, sizeof(result.driver));
  copy_text(to_string(info.kind), result.kind, sizeof(result.kind));
  result.compute_units = info.compute_units;
  result.global_memory = info.global_memory;
  result.local_memory = info.local_memory;
  result.max_allocation = info.max_allocation;
  result.f64 = info.f64 ? 1 : 0;
  return result;
}

}  // namespace

papilio_status papilio_device_get_count(size_t* count) {
  return guarded(__func__, {{count, "count"}}, [&] { *count = papilio::list_devices().devices.size(); });
}

papilio_status papilio_device_get_info_at(size_t index, papilio_device_info* info) {
  return guarded([&] {
    require_struct(info, "papilio_device_get_info_at", "info", "papilio_device_info");
    const std::vector<papilio::DeviceInfo> devices = papilio::list_devices().devices;
    if (index >= devices.size()) {
      throw papilio::Error::invalid_argument(fmt::format("device number {}", index),
                                             fmt::format("there are {}", devices.size()),
                                             "ask papilio_device_get_count()");
    }
    *info = info_of(devices[index]);
  });
}

papilio_status papilio_device_open(const char* selector, papilio_device** device) {
  return make_handle(device, __func__, {{selector, "selector"}},
                     [&] { return papilio::Device(std::string_view(selector)); });
}

papilio_status papilio_device_get_info(const papilio_device* device, papilio_device_info* info) {
  const char* const function = __func__;
  return guarded(function, {{device, "device"}}, [&] {
    require_struct(info, function, "info", "papilio_device_info");
    *info = info_of(device->value.info());
  });
}

void papilio_device_destroy(papilio_device* device) { delete device; }

papilio_status papilio_device_wrap_opencl(void* context, void* device, papilio_device** wrapped) {
  return make_handle(wrapped, __func__, {}, [&] { return papilio::opencl::wrap_device(context, device); });
}

papilio_status papilio_stream_wrap_opencl(const papilio_device* device, void* queue, papilio_stream** wrapped) {
  return make_handle(wrapped, __func__, {{device, "device"}},
                     [&] { return papilio::opencl::wrap_queue(device->value, queue); });
}

papilio_status papilio_buffer_wrap_opencl(const papilio_device* device, void* memory, papilio_buffer** wrapped) {
  return make_handle(wrapped, __func__, {{device, "device"}},
                     [&] { return papilio::opencl::wrap_buffer(device->value, memory); });
}

papilio_status papilio_device_wrap_cuda(void* context, papilio_device** wrapped) {
  return make_handle(wrapped, __func__, {}, [&] { return papilio::cuda::wrap_device(context); });
}

papilio_status papilio_stream_wrap_cuda(const papilio_device* device, void* stream, papilio_stream** wrapped) {
  return make_handle(wrapped, __func__, {{device, "device"}},
                     [&] { return papilio::cuda::wrap_stream(device->value, stream); });
}

papilio_status papilio_buffer_wrap_cuda(const papilio_device* device, void* pointer, size_t bytes,
                                        papilio_buffer** wrapped) {
  return make_handle(wrapped, __func__, {{device, "device"}},
                     [&] { return papilio::cuda::wrap_pointer(device->value, pointer, bytes); });
}
