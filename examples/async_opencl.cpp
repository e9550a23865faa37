// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A program that has its own OpenCL context, queue and buffers transforms them where they are, in place, with scratch
// of its own, and waits once.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cmath>
#include <cstdio>
#include <papilio/opencl.hpp>
#include <papilio/papilio.hpp>

namespace {

constexpr std::size_t length = 65536;

/// Objects that such a program has anyway; its own error handling is left out here.
struct Program {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Program() {
    cl_platform_id platform = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    if (device == nullptr) return;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueue(context, device, 0, nullptr);
  }
  ~Program() {
    if (queue != nullptr) clReleaseCommandQueue(queue);
    if (context != nullptr) clReleaseContext(context);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] cl_mem buffer(std::size_t bytes) const {
    return clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  }
};

/// One impulse at element 1, transformed to the wave exp(-2*pi*i*k/n), and back to n times the impulse.
void transform(const Program& own, std::vector<std::complex<float>>& signal) {
  const std::size_t bytes = signal.size() * sizeof(signal[0]);
  cl_mem data = own.buffer(bytes);
  clEnqueueWriteBuffer(own.queue, data, CL_FALSE, 0, bytes, signal.data(), 0, nullptr, nullptr);

  const papilio::Device device = papilio::opencl::wrap_device(own.context, own.device);
  const papilio::Stream stream = papilio::opencl::wrap_queue(device, own.queue);
  const papilio::Buffer buffer = papilio::opencl::wrap_buffer(device, data);
  const papilio::Plan forward(device, papilio::Problem::parse("c2c:f32:65536:inplace"));
  const papilio::Plan inverse(device, papilio::Problem::parse("c2c:f32:65536:inverse:inplace"));

  // Without scratch each execution allocates its own. One for both will do, as they run one after the other.
  const std::size_t scratch_bytes = std::max(forward.scratch_bytes(), inverse.scratch_bytes());
  const papilio::Buffer scratch = scratch_bytes > 0 ? papilio::Buffer(device, scratch_bytes) : papilio::Buffer();
  forward.execute(stream, buffer, buffer, scratch);  // these return at once
  inverse.execute(stream, buffer, buffer, scratch);

  clEnqueueReadBuffer(own.queue, data, CL_TRUE, 0, bytes, signal.data(), 0, nullptr, nullptr);  // the queue is in order
  clReleaseMemObject(data);
}

}  // namespace

int main() try {
  const Program own;
  if (own.queue == nullptr) {
    throw papilio::Error::no_device("OpenCL", "it has no platform with a device", "install pocl-opencl-icd");
  }
  std::vector<std::complex<float>> signal(length);
  signal[1] = 1;
  transform(own, signal);
  float worst = 0;
  for (std::size_t i = 0; i < length; ++i) {
    worst = std::max(worst, std::abs(signal[i] / static_cast<float>(length) - (i == 1 ? 1.0F : 0.0F)));
  }
  std::printf("there and back: off by %.0e at most\n", static_cast<double>(worst));
  return worst < 1e-6F ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "async_opencl: %s\n", error.what());
  return static_cast<int>(error.code());
}
