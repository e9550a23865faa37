// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/opencl_arena.hpp"

#include <fmt/format.h>

#include <papilio/error.hpp>
#include <vector>

namespace papilio::bench {
namespace {

std::vector<cl_device_id> all_devices() {
  std::vector<cl_device_id> devices;
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS) return devices;
  std::vector<cl_platform_id> platforms(platform_count);
  check_cl(clGetPlatformIDs(platform_count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
    const std::size_t before = devices.size();
    devices.resize(before + count);
    check_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data() + before, nullptr), "clGetDeviceIDs");
  }
  return devices;
}

cl_device_id choose(const std::string& id) {
  const std::vector<cl_device_id> devices = all_devices();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (id == fmt::format("opencl:{}", i)) return devices[i];
  }
  throw Error::no_device(fmt::format("device '{}'", id), fmt::format("OpenCL has {}", devices.size()),
                         "use one that `papilio devices` lists");
}

}  // namespace

void check_cl(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  const std::string why = fmt::format("OpenCL status {}", status);
  const bool memory = status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_RESOURCES ||
                      status == CL_OUT_OF_HOST_MEMORY || status == CL_INVALID_BUFFER_SIZE;
  throw memory ? Error::out_of_memory(what, why, "ask for fewer --points") : Error::device_failed(what, why);
}

OpenClArena::OpenClArena(const std::string& id) : device_(choose(id)) {
  cl_int status = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status));
  check_cl(status, "clCreateContext");
  queue_.reset(clCreateCommandQueue(context(), device_, 0, &status));
  check_cl(status, "clCreateCommandQueue");
}

ClHandle<cl_mem> OpenClArena::allocate(std::size_t bytes) const {
  cl_int status = CL_SUCCESS;
  ClHandle<cl_mem> memory(clCreateBuffer(context(), CL_MEM_READ_WRITE, bytes, nullptr, &status));
  check_cl(status, "clCreateBuffer");
  return memory;
}

void OpenClArena::resize(std::size_t bytes) {
  input_.reset();
  output_.reset();
  input_ = allocate(bytes);
  output_ = allocate(bytes);
  bytes_ = bytes;
}

void OpenClArena::upload(std::span<const std::byte> input) {
  check_cl(clEnqueueWriteBuffer(queue(), input_.get(), CL_TRUE, 0, input.size(), input.data(), 0, nullptr, nullptr),
           "clEnqueueWriteBuffer");
}

void OpenClArena::poison() {
  constexpr cl_uint nan = 0xFFFFFFFF;  // in f32 and, twice, in f64
  check_cl(clEnqueueFillBuffer(queue(), output_.get(), &nan, sizeof(nan), 0, bytes_, 0, nullptr, nullptr),
           "clEnqueueFillBuffer");
  finish();
}

void OpenClArena::finish() { check_cl(clFinish(queue()), "clFinish"); }

void OpenClArena::download(std::size_t offset, std::span<std::byte> to) {
  check_cl(clEnqueueReadBuffer(queue(), output_.get(), CL_TRUE, offset, to.size(), to.data(), 0, nullptr, nullptr),
           "clEnqueueReadBuffer");
}

}  // namespace papilio::bench
