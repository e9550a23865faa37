// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_sharing.hpp"

#include <dlfcn.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdlib>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <vector>

namespace papilio::python {
namespace {

/// The loader that the library has opened already: the name is the same.
struct Functions {
  decltype(&::clGetPlatformIDs) get_platforms = nullptr;
  decltype(&::clGetDeviceIDs) get_devices = nullptr;
  decltype(&::clCreateContext) create_context = nullptr;
  decltype(&::clReleaseContext) release_context = nullptr;
  decltype(&::clCreateBuffer) create_buffer = nullptr;
  decltype(&::clReleaseMemObject) release_buffer = nullptr;

  bool load() {
    const char* const named = std::getenv("PAPILIO_OPENCL_LIBRARY");
    void* const library = dlopen(named != nullptr && *named != '\0' ? named : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return find(get_platforms, "clGetPlatformIDs") && find(get_devices, "clGetDeviceIDs") &&
           find(create_context, "clCreateContext") && find(release_context, "clReleaseContext") &&
           find(create_buffer, "clCreateBuffer") && find(release_buffer, "clReleaseMemObject");
  }
};

struct Native {
  cl_platform_id platform;
  cl_device_id device;
};

std::vector<Native> cpu_devices(const Functions& cl) {
  std::vector<Native> all;
  cl_uint count = 0;
  if (cl.get_platforms(0, nullptr, &count) != CL_SUCCESS) return all;
  std::vector<cl_platform_id> platforms(count);
  if (cl.get_platforms(count, platforms.data(), nullptr) != CL_SUCCESS) return all;
  for (cl_platform_id platform : platforms) {
    if (cl.get_devices(platform, CL_DEVICE_TYPE_CPU, 0, nullptr, &count) != CL_SUCCESS) continue;
    std::vector<cl_device_id> devices(count);
    if (cl.get_devices(platform, CL_DEVICE_TYPE_CPU, count, devices.data(), nullptr) != CL_SUCCESS) continue;
    for (cl_device_id device : devices) all.push_back({platform, device});
  }
  return all;
}

}  // namespace

struct HostSharing::Impl {
  Functions cl;
  cl_context context = nullptr;
  Device device;

  /// Opens the native device in a context of its own; false if it is another than `wanted`.
  bool open(const Native& native, const std::string& wanted) {
    const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                                reinterpret_cast<cl_context_properties>(native.platform), 0};
    cl_int status = CL_SUCCESS;
    context = cl.create_context(properties, 1, &native.device, nullptr, nullptr, &status);
    if (status != CL_SUCCESS) return false;
    device = opencl::wrap_device(context, native.device);
    if (device.info().id == wanted) return true;
    device = Device();
    cl.release_context(context);
    return false;
  }
};

HostSharing::HostSharing(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HostSharing::~HostSharing() = default;

std::shared_ptr<HostSharing> HostSharing::of(const Device& device) {
  // Other drivers may copy CL_MEM_USE_HOST_PTR buffers until they are mapped; PoCL works on the memory itself.
  if (device.info().kind != DeviceKind::cpu || device.info().platform != "Portable Computing Language") return nullptr;
  auto impl = std::make_unique<Impl>();
  if (!impl->cl.load()) return nullptr;
  for (const Native& native : cpu_devices(impl->cl)) {
    if (impl->open(native, device.info().id)) return std::make_shared<HostSharing>(std::move(impl));
  }
  return nullptr;
}

const Device& HostSharing::device() const { return impl_->device; }

Stream HostSharing::make_stream() const { return Stream(impl_->device); }

Buffer HostSharing::share(const void* memory, std::size_t bytes) const {
  cl_int status = CL_SUCCESS;
  cl_mem native = impl_->cl.create_buffer(impl_->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                                          const_cast<void*>(memory), &status);
  if (status != CL_SUCCESS) return {};
  Buffer buffer = opencl::wrap_buffer(impl_->device, native);  // retains it
  impl_->cl.release_buffer(native);
  return buffer;
}

}  // namespace papilio::python
