// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The driver API of CUDA on a machine that interprets PTX. One device, one context, and every call is finished when it
// returns.
#include <cuda.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <new>
#include <string>

#include "support/ptx_machine.hpp"
#include "support/ptx_program.hpp"

namespace {

std::map<CUdeviceptr, std::size_t>& allocations() {
  static auto* const instance = new std::map<CUdeviceptr, std::size_t>;
  return *instance;
}

/// True if all `bytes` from `address` on are of one allocation.
bool is_allocated(CUdeviceptr address, std::size_t bytes) {
  auto after = allocations().upper_bound(address);
  if (after == allocations().begin()) return false;
  --after;
  return address + bytes <= after->first + after->second;
}

void* host(CUdeviceptr address) { return reinterpret_cast<void*>(address); }  // NOLINT

}  // namespace

extern "C" {

CUresult cuInit(unsigned flags) { return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetName(char* name, int bytes, CUdevice /*device*/) {
  std::snprintf(name, static_cast<std::size_t>(bytes), "an interpreter of PTX");
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice /*device*/) {
  *context = reinterpret_cast<CUcontext>(&allocations());
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice /*device*/) { return CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext context) { return context != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
CUresult cuCtxSynchronize() { return CUDA_SUCCESS; }
CUresult cuGetErrorString(CUresult /*status*/, const char** text) {
  *text = "the interpreter of PTX refuses";
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr* address, std::size_t bytes) {
  constexpr std::align_val_t alignment{256};  // CUDA's own
  *address = reinterpret_cast<CUdeviceptr>(operator new(bytes, alignment));
  allocations()[*address] = bytes;
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  if (!is_allocated(to, bytes)) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(host(to), from, bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  if (!is_allocated(from, bytes)) return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(to, host(from), bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream /*stream*/) {
  if (!is_allocated(to, bytes)) return CUDA_ERROR_INVALID_VALUE;
  std::memset(host(to), value, bytes);
  return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  *module = reinterpret_cast<CUmodule>(new std::string(static_cast<const char*>(image)));
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  const auto& text = *reinterpret_cast<const std::string*>(module);
  *function = reinterpret_cast<CUfunction>(module);
  return papilio::test::ptx::parse(text).name == name ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
CUresult cuFuncSetAttribute(CUfunction /*function*/, CUfunction_attribute /*which*/, int /*value*/) {
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned groups, unsigned /*y*/, unsigned /*z*/, unsigned threads,
                        unsigned /*threads_y*/, unsigned /*threads_z*/, unsigned shared_bytes, CUstream /*stream*/,
                        void** arguments, void** /*extra*/) {
  const auto& text = *reinterpret_cast<const std::string*>(function);
  papilio::test::PtxLaunch launch;
  launch.blocks = groups;
  launch.shared_bytes = shared_bytes;
  const papilio::test::ptx::Program program = papilio::test::ptx::parse(text);
  if (program.threads != static_cast<int>(threads)) return CUDA_ERROR_INVALID_VALUE;
  for (std::size_t i = 0; i < program.parameters.size(); ++i) {  // buffers come first
    std::int64_t value = 0;
    std::memcpy(&value, arguments[i], sizeof(value));
    const auto buffer = allocations().find(static_cast<CUdeviceptr>(value));
    if (launch.scalars.empty() && buffer != allocations().end()) {
      launch.buffers.push_back(
          {static_cast<std::byte*>(host(buffer->first)), static_cast<std::int64_t>(buffer->second)});
    } else {
      launch.scalars.push_back(value);
    }
  }
  const papilio::test::PtxReport report = papilio::test::run_ptx(text, launch);
  for (const std::string& fault : report.faults) std::fprintf(stderr, "%s\n", fault.c_str());
  return report.ok() ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_FAILED;
}

}  // extern "C"
