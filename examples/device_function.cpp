// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// One OpenCL kernel of one's own delays signals: it loads, transforms, multiplies the spectra, transforms back and
// stores. Nothing but the signals passes through global memory.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <papilio/papilio.hpp>

namespace {

constexpr std::size_t length = 1000;
constexpr std::size_t signals = 64;

/// The text of the two functions stands before it.
constexpr const char* kernel = R"(
#define THERE(name) papilio_c2c_f32_1000_forward##name
#define BACK(name) papilio_c2c_f32_1000_inverse##name
#define LARGER(name) (THERE(name) > BACK(name) ? THERE(name) : BACK(name))

__kernel __attribute__((reqd_work_group_size(THERE(_WORK_ITEMS), 1, 1)))
void delay(__global float2* signals, float samples) {
  __local float scratch[LARGER(_SCRATCH)] __attribute__((aligned(16)));
  float2 x[LARGER(_REGISTERS)];
  __global float2* signal = signals + get_group_id(0) * 1000;
  const int t = get_local_id(0);
  for (int r = 0; r < THERE(_REGISTERS); ++r) {
    const int i = THERE(_input_index)(t, r);
    if (i >= 0) x[r] = signal[i];
  }
  THERE()(x, scratch, t);
  for (int r = 0; r < THERE(_REGISTERS); ++r) {
    const int k = THERE(_output_index)(t, r);
    const float angle = -6.2831853f * (k < 500 ? k : k - 1000) * samples / 1000;
    const float2 w = (float2)(cos(angle), sin(angle)) / 1000;
    if (k >= 0) x[r] = (float2)(x[r].x * w.x - x[r].y * w.y, x[r].x * w.y + x[r].y * w.x);
  }
  BACK()(x, scratch, t);
  for (int r = 0; r < BACK(_REGISTERS); ++r) {
    const int i = BACK(_output_index)(t, r);
    if (i >= 0) signal[i] = x[r];
  }
}
)";

/// Delays every signal by `samples`; error handling is left out here.
void delay(const std::string& text, std::size_t work_items, std::vector<std::complex<float>>& data, float samples) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  const char* source = text.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  clBuildProgram(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr);
  cl_kernel own = clCreateKernel(program, "delay", nullptr);
  const std::size_t bytes = data.size() * sizeof(data[0]);
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data.data(), nullptr);
  clSetKernelArg(own, 0, sizeof(memory), &memory);
  clSetKernelArg(own, 1, sizeof(samples), &samples);
  const std::size_t all = work_items * signals;
  clEnqueueNDRangeKernel(queue, own, 1, nullptr, &all, &work_items, 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, data.data(), 0, nullptr, nullptr);
  clReleaseMemObject(memory);
  clReleaseKernel(own);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

}  // namespace

int main() try {
  const papilio::Device device("opencl:0");
  const auto problem = papilio::Problem::parse("c2c:f32:1000");
  const auto there = papilio::device_function(problem, device, papilio::FunctionLanguage::opencl);
  const auto inverse = papilio::Problem::parse("c2c:f32:1000:inverse");
  const auto back = papilio::device_function(inverse, device, papilio::FunctionLanguage::opencl);

  std::vector<std::complex<float>> data(length * signals);
  for (std::size_t s = 0; s < signals; ++s) data[s * length + s] = 1;  // an impulse at sample s of signal s
  delay(there.text + back.text + kernel, static_cast<std::size_t>(there.work_items), data, 7);

  float worst = 0;
  for (std::size_t s = 0; s < signals; ++s) {
    for (std::size_t i = 0; i < length; ++i)
      worst = std::max(worst, std::abs(data[s * length + i] - (i == s + 7 ? 1.0F : 0.0F)));
  }
  std::printf("%zu impulses, 7 samples later: off by %s 1e-5\n", signals, worst < 1e-5F ? "less than" : "more than");
  return worst < 1e-5F ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "device_function: %s\n", error.what());
  return static_cast<int>(error.code());
}
