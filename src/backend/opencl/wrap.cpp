// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <papilio/error.hpp>

#include "backend/opencl/backend.hpp"
#include "backend/opencl/device.hpp"
#include "backend/opencl/status.hpp"
#include "backend/opencl/stream.hpp"
#include "runtime/borrowed_memory.hpp"
#include "runtime/wrapping.hpp"

namespace papilio::backend::opencl {
namespace {

const ClSymbols& loaded_symbols() {
  const ClLibrary& library = default_library();
  if (!library) throw Error::no_device("OpenCL", library.problem(), "install ocl-icd-libopencl1");
  return library.symbols();
}

using runtime::require;

std::shared_ptr<const ClDevice> own(const std::shared_ptr<runtime::Device>& device) {
  return runtime::own_device<ClDevice>(device, "it is none, or not an OpenCL device", "use opencl::wrap_device");
}

/// The platform of a device and, if the device is enumerated, its id.
ClListEntry locate(const ClSymbols& cl, cl_device_id device) {
  std::vector<std::string> notes;
  const std::vector<ClListEntry> all = enumerate(default_library(), notes);
  const auto found = std::find_if(all.begin(), all.end(), [&](const ClListEntry& f) { return f.device == device; });
  if (found != all.end()) return *found;
  ClListEntry result{nullptr, device, "opencl:wrapped"};  // a sub-device, for example
  check(cl.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(result.platform), &result.platform, nullptr),
        "CL_DEVICE_PLATFORM");
  return result;
}

}  // namespace

std::shared_ptr<runtime::Device> wrap_device(void* context, void* device) {
  const ClSymbols& cl = loaded_symbols();
  require(context != nullptr && device != nullptr, "wrap_device", "a handle is null");
  auto* native_context = static_cast<cl_context>(context);
  auto* native_device = static_cast<cl_device_id>(device);
  std::size_t size = 0;
  check(cl.clGetContextInfo(native_context, CL_CONTEXT_DEVICES, 0, nullptr, &size), "CL_CONTEXT_DEVICES");
  std::vector<cl_device_id> members(size / sizeof(cl_device_id));
  check(cl.clGetContextInfo(native_context, CL_CONTEXT_DEVICES, size, members.data(), nullptr), "CL_CONTEXT_DEVICES");
  require(std::find(members.begin(), members.end(), native_device) != members.end(), "wrap_device",
          "the device is not in the context");
  check(cl.clRetainContext(native_context), "clRetainContext");
  ClContextHandle retained(&cl, native_context);
  return std::make_shared<ClDevice>(cl, locate(cl, native_device), std::move(retained));
}

std::shared_ptr<runtime::Stream> wrap_queue(const std::shared_ptr<runtime::Device>& device, void* queue) {
  const std::shared_ptr<const ClDevice> owner = own(device);
  const ClSymbols& cl = owner->cl();
  require(queue != nullptr, "wrap_queue", "the handle is null");
  auto* native = static_cast<cl_command_queue>(queue);
  cl_context context = nullptr;
  cl_device_id on = nullptr;
  cl_command_queue_properties properties = 0;
  check(cl.clGetCommandQueueInfo(native, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr), "CL_QUEUE_CONTEXT");
  check(cl.clGetCommandQueueInfo(native, CL_QUEUE_DEVICE, sizeof(on), &on, nullptr), "CL_QUEUE_DEVICE");
  check(cl.clGetCommandQueueInfo(native, CL_QUEUE_PROPERTIES, sizeof(properties), &properties, nullptr),
        "CL_QUEUE_PROPERTIES");
  require(context == owner->context() && on == owner->native(), "wrap_queue",
          "the queue belongs to another context or device", "wrap its own device with opencl::wrap_device");
  require((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0, "wrap_queue",
          "the queue runs out of order, and the passes of a transform depend on each other",
          "make the queue without CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
  check(cl.clRetainCommandQueue(native), "clRetainCommandQueue");
  return std::make_shared<ClStream>(owner, ClQueueHandle(&cl, native));
}

namespace {

/// A cl_mem, retained, and its size.
std::pair<ClMemoryHandle, std::size_t> retain_buffer(const ClDevice& device, void* memory, std::string_view what) {
  const ClSymbols& cl = device.cl();
  require(memory != nullptr, what, "the handle is null");
  auto* native = static_cast<cl_mem>(memory);
  cl_context context = nullptr;
  cl_mem_object_type type = 0;
  std::size_t size = 0;
  check(cl.clGetMemObjectInfo(native, CL_MEM_CONTEXT, sizeof(context), &context, nullptr), "CL_MEM_CONTEXT");
  check(cl.clGetMemObjectInfo(native, CL_MEM_TYPE, sizeof(type), &type, nullptr), "CL_MEM_TYPE");
  check(cl.clGetMemObjectInfo(native, CL_MEM_SIZE, sizeof(size), &size, nullptr), "CL_MEM_SIZE");
  require(context == device.context(), what, "the buffer belongs to another context",
          "wrap its own device with opencl::wrap_device");
  require(type == CL_MEM_OBJECT_BUFFER, what, "the object is an image, not a buffer");
  check(cl.clRetainMemObject(native), "clRetainMemObject");
  return {ClMemoryHandle(&cl, native), size};
}

}  // namespace

std::shared_ptr<runtime::Memory> wrap_buffer(const std::shared_ptr<runtime::Device>& device, void* memory) {
  const std::shared_ptr<const ClDevice> owner = own(device);
  auto [handle, size] = retain_buffer(*owner, memory, "wrap_buffer");
  return std::make_shared<ClMemory>(owner, std::move(handle), size);
}

bool shares_host_memory(const std::shared_ptr<runtime::Device>& device) {
  const auto own = std::dynamic_pointer_cast<const ClDevice>(device);
  return own != nullptr && own->is_pocl();
}

std::shared_ptr<runtime::Memory> wrap_host_memory(const std::shared_ptr<runtime::Device>& device, void* memory,
                                                  std::size_t bytes) {
  if (!shares_host_memory(device)) {
    throw Error::unsupported("wrap_host_memory", "the device has memory of its own, or its driver may copy",
                             "make a Buffer, and upload");
  }
  require(memory != nullptr && bytes > 0, "wrap_host_memory", "there is no memory");
  require(reinterpret_cast<std::uintptr_t>(memory) % host_alignment == 0, "wrap_host_memory",
          "the address is no multiple of 16", "use aligned memory");
  cl_int status = CL_SUCCESS;
  std::shared_ptr<runtime::Memory> shared = own(device)->over_host(memory, bytes, status);
  if (means_out_of_memory(status)) {
    throw Error::out_of_memory(fmt::format("{} bytes of the host as a buffer", bytes), status_name(status));
  }
  check(status, "clCreateBuffer");
  return shared;
}

void ClDevice::borrow(void* native, std::size_t /*bytes*/, runtime::BorrowedMemory& memory) const {
  auto [handle, size] = retain_buffer(*this, native, "buffer");
  memory.make<ClMemory>(shared_from_this(), std::move(handle), size);
}

}  // namespace papilio::backend::opencl
