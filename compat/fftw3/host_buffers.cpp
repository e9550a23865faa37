// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "host_buffers.hpp"

#include <CL/cl.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <papilio/error.hpp>
#include <papilio/opencl.hpp>
#include <string>
#include <vector>

namespace papilio::fftw3 {
namespace {

constexpr const char* pocl_platform = "Portable Computing Language";

/// The library loads OpenCL by name, and so do we; a program need not have it.
struct Functions {
  decltype(&clGetPlatformIDs) get_platforms = nullptr;
  decltype(&clGetPlatformInfo) platform_info = nullptr;
  decltype(&clGetDeviceIDs) get_devices = nullptr;
  decltype(&clGetDeviceInfo) device_info = nullptr;
  decltype(&clCreateContext) create_context = nullptr;
  decltype(&clCreateBuffer) create_buffer = nullptr;
  decltype(&clReleaseMemObject) release_buffer = nullptr;

  bool load() {
    const char* chosen = std::getenv("PAPILIO_OPENCL_LIBRARY");
    void* const opened =
        dlopen(chosen != nullptr && *chosen != '\0' ? chosen : "libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) return false;
    const auto find = [&](const char* name, auto& function) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(opened, name));
      return function != nullptr;
    };
    return find("clGetPlatformIDs", get_platforms) && find("clGetPlatformInfo", platform_info) &&
           find("clGetDeviceIDs", get_devices) && find("clGetDeviceInfo", device_info) &&
           find("clCreateContext", create_context) && find("clCreateBuffer", create_buffer) &&
           find("clReleaseMemObject", release_buffer);
  }
};

template <typename Query>
std::string text_of(Query query) {
  std::size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  if (query(size, text.data(), nullptr) != CL_SUCCESS) return {};
  text.resize(size - 1);
  return text;
}

cl_device_id find_device(const Functions& cl, const std::string& name) {
  cl_uint count = 0;
  if (cl.get_platforms(0, nullptr, &count) != CL_SUCCESS || count == 0) return nullptr;
  std::vector<cl_platform_id> platforms(count);
  if (cl.get_platforms(count, platforms.data(), nullptr) != CL_SUCCESS) return nullptr;
  for (cl_platform_id platform : platforms) {
    const std::string platform_name = text_of([&](std::size_t size, void* to, std::size_t* needed) {
      return cl.platform_info(platform, CL_PLATFORM_NAME, size, to, needed);
    });
    if (platform_name != pocl_platform) continue;
    if (cl.get_devices(platform, CL_DEVICE_TYPE_CPU, 0, nullptr, &count) != CL_SUCCESS || count == 0) continue;
    std::vector<cl_device_id> devices(count);
    if (cl.get_devices(platform, CL_DEVICE_TYPE_CPU, count, devices.data(), nullptr) != CL_SUCCESS) continue;
    for (cl_device_id device : devices) {
      const std::string device_name = text_of([&](std::size_t size, void* to, std::size_t* needed) {
        return cl.device_info(device, CL_DEVICE_NAME, size, to, needed);
      });
      if (device_name == name) return device;
    }
  }
  return nullptr;
}

class PoclBuffers final : public HostBuffers {
 public:
  PoclBuffers(const Functions& cl, cl_context context, cl_device_id device)
      : cl_(cl), context_(context), device_(opencl::wrap_device(context, device)) {}

  [[nodiscard]] const Device& device() const override { return device_; }

  [[nodiscard]] Buffer wrap(void* memory, std::size_t bytes) const override {
    cl_int status = CL_SUCCESS;
    cl_mem buffer = cl_.create_buffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &status);
    if (status != CL_SUCCESS) {
      throw Error::out_of_memory(fmt::format("an array of {} bytes", bytes),
                                 fmt::format("clCreateBuffer on host memory returned {}", status));
    }
    Buffer result = opencl::wrap_buffer(device_, buffer);  // retains it
    cl_.release_buffer(buffer);
    return result;
  }

 private:
  Functions cl_;
  cl_context context_;
  Device device_;
};

}  // namespace

std::unique_ptr<HostBuffers> HostBuffers::make(const DeviceInfo& info) {
  if (info.backend != Backend::opencl || info.kind != DeviceKind::cpu || info.platform != pocl_platform) return nullptr;
  Functions cl;
  if (!cl.load()) return nullptr;
  cl_device_id device = find_device(cl, info.name);
  if (device == nullptr) return nullptr;
  cl_int status = CL_SUCCESS;
  cl_context context = cl.create_context(nullptr, 1, &device, nullptr, nullptr, &status);
  if (status != CL_SUCCESS) return nullptr;
  return std::make_unique<PoclBuffers>(cl, context, device);
}

}  // namespace papilio::fftw3
