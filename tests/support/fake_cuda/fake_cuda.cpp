// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Devices, contexts and memory of the fake driver, all protected by one lock; fake_kernels.cpp has the rest.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "support/fake_cuda/fake_driver.hpp"

namespace papilio::test {

FakeCuda& state() {
  static FakeCuda instance;
  return instance;
}

DriverMutex& mutex() {
  static DriverMutex instance;
  return instance;
}

bool& in_callback() {
  thread_local bool value = false;
  return value;
}

std::vector<CUcontext>& context_stack() {
  thread_local std::vector<CUcontext> stack;
  return stack;
}

/// What a driver keeps after such a failure is not specified.
bool destroys(std::string_view name) {
  for (const std::string_view verb : {"Free", "Destroy", "Unload", "Release", "Pop"}) {
    if (name.find(verb) != std::string_view::npos) return true;
  }
  return false;
}

CUresult begin(const char* name, Needs needs) {
  const std::lock_guard lock(mutex());
  FakeCuda& fake = state();
  ++fake.calls[name];
  if (in_callback()) {
    ++fake.calls_in_callbacks;
    return cu::CUDA_ERROR_NOT_PERMITTED;
  }
  if (const auto next = fake.next_status.find(name); next != fake.next_status.end()) {
    const CUresult status = next->second;
    fake.next_status.erase(next);
    return status;
  }
  if (!destroys(name) && ++fake.fallible_calls == fake.fail_at) {
    fake.failed = name;
    if (!fake.lost_from_there) return fake.fail_with;
    fake.lost = fake.fail_with;
  }
  if (needs == Needs::nothing) return CUDA_SUCCESS;
  if (context_stack().empty() || context_stack().back() == nullptr) return cu::CUDA_ERROR_INVALID_CONTEXT;
  return needs == Needs::working_context ? fake.lost : CUDA_SUCCESS;
}

CUcontext primary(int device) { return reinterpret_cast<CUcontext>(0x1000 + static_cast<std::uintptr_t>(device)); }

bool is_context(CUcontext context) {
  const FakeCuda& fake = state();
  for (const auto& [device, references] : fake.primary_references) {
    if (references > 0 && context == primary(device)) return true;
  }
  return fake.contexts.contains(context);
}

void FakeCuda::reset() {
  const auto release = [](auto handle) { delete reinterpret_cast<char*>(handle); };
  for (const auto& [stream, context] : streams) release(stream);
  for (const CUevent event : events) release(event);
  for (const CUmodule module : modules) release(module);
  for (const CUmemoryPool pool : pools) release(pool);
  for (const auto& [address, allocation] : allocations) free_memory(address, allocation.first);
  for (const auto& [address, bytes] : temporaries) std::free(reinterpret_cast<void*>(address));  // NOLINT(*-int-to-ptr)
  for (const auto& [address, allocation] : host_allocations) std::free(address);
  *this = FakeCuda();
}

}  // namespace papilio::test

using namespace papilio::test;  // NOLINT: the functions below are the library's exports

extern "C" {

FakeCuda* fake_cuda_state() { return &state(); }
bool fake_cuda_is_inside() { return DriverMutex::depth() > 0; }
CUcontext fake_cuda_current() { return context_stack().empty() ? nullptr : context_stack().back(); }
CUcontext fake_cuda_make_context() {
  const auto context = reinterpret_cast<CUcontext>(0x2000 + state().contexts.size());
  state().contexts.insert(context);
  return context;
}

CUresult cuInit(unsigned flags) { return flags == 0 ? begin("cuInit", Needs::nothing) : cu::CUDA_ERROR_INVALID_VALUE; }

CUresult cuDriverGetVersion(int* version) {
  *version = state().version;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult status, const char** name) {
  switch (status) {
    case CUDA_SUCCESS:
      *name = "CUDA_SUCCESS";
      return CUDA_SUCCESS;
    case cu::CUDA_ERROR_ILLEGAL_ADDRESS:
      *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
      return CUDA_SUCCESS;
    case cu::CUDA_ERROR_NO_DEVICE:
      *name = "CUDA_ERROR_NO_DEVICE";
      return CUDA_SUCCESS;
    default:
      return cu::CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuGetErrorString(CUresult status, const char** text) {
  *text = "as the fake driver tells";
  return status == CUDA_SUCCESS ? cu::CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  *count = state().devices;
  return begin("cuDeviceGetCount", Needs::nothing);
}

CUresult cuDeviceGet(cu::CUdevice* device, int ordinal) {
  if (ordinal < 0 || ordinal >= state().devices) return cu::CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return begin("cuDeviceGet", Needs::nothing);
}

CUresult cuDeviceGetName(char* name, int size, cu::CUdevice device) {
  const std::string text = "Fake GPU " + std::to_string(device);
  if (size <= static_cast<int>(text.size())) return cu::CUDA_ERROR_INVALID_VALUE;
  std::memcpy(name, text.c_str(), text.size() + 1);
  return CUDA_SUCCESS;
}

// The attributes of an H200.
CUresult cuDeviceGetAttribute(int* value, cu::CUdevice_attribute attribute, cu::CUdevice /*device*/) {
  const std::map<cu::CUdevice_attribute, int> values = {
      {cu::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {cu::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
      {cu::CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
      {cu::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132},
      {cu::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 3201000},
      {cu::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 6144},
      {cu::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
      {cu::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
      {cu::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
      {cu::CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, state().has_pools ? 1 : 0},
      {cu::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1},
      {cu::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 62914560},
      {cu::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
      {cu::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
      {cu::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448}};
  const auto found = values.find(attribute);
  if (found == values.end()) return cu::CUDA_ERROR_INVALID_VALUE;
  *value = found->second;
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, cu::CUdevice /*device*/) {
  *bytes = state().memory;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, cu::CUdevice device) {
  const Call call("cuDevicePrimaryCtxRetain", Needs::nothing);
  if (call.failed()) return call.status;
  ++state().primary_references[device];
  *context = primary(device);
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(cu::CUdevice device) {
  const Call call("cuDevicePrimaryCtxRelease_v2", Needs::nothing);
  if (call.failed()) return call.status;
  int& references = state().primary_references[device];
  if (references == 0) return cu::CUDA_ERROR_INVALID_CONTEXT;
  --references;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(cu::CUdevice device, unsigned* flags, int* active) {
  const std::lock_guard lock(mutex());
  *flags = 0;
  *active = state().primary_references[device] > 0 ? 1 : 0;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  const Call call("cuCtxPushCurrent_v2", Needs::nothing);
  if (call.failed()) return call.status;
  if (!is_context(context)) return cu::CUDA_ERROR_INVALID_CONTEXT;
  context_stack().push_back(context);
  ++state().pushes;
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  const std::lock_guard lock(mutex());
  if (context_stack().empty()) return cu::CUDA_ERROR_INVALID_CONTEXT;
  *context = context_stack().back();
  context_stack().pop_back();
  ++state().pops;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  const std::lock_guard lock(mutex());
  const CUresult status = begin("cuCtxGetCurrent", Needs::nothing);
  *context = context_stack().empty() ? nullptr : context_stack().back();
  return status;
}

CUresult cuCtxGetDevice(cu::CUdevice* device) {
  const std::lock_guard lock(mutex());
  const CUresult status = begin("cuCtxGetDevice", Needs::context);
  const auto number = reinterpret_cast<std::uintptr_t>(context_stack().back());
  *device = number >= 0x2000 ? 0 : static_cast<int>(number - 0x1000);
  return status;
}

CUresult cuThreadExchangeStreamCaptureMode(cu::CUstreamCaptureMode* mode) {
  thread_local cu::CUstreamCaptureMode current = cu::CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::swap(current, *mode);
  return CUDA_SUCCESS;
}

CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  const std::lock_guard lock(mutex());
  *total = state().memory;
  *free = state().memory - std::min(state().memory, state().used());
  return begin("cuMemGetInfo_v2", Needs::working_context);
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  const Call call("cuMemAlloc_v2", Needs::working_context);
  if (call.failed()) return call.status;
  if (bytes == 0) return cu::CUDA_ERROR_INVALID_VALUE;
  if (bytes > state().memory - std::min(state().memory, state().used())) return cu::CUDA_ERROR_OUT_OF_MEMORY;
  *address = allocate_memory(bytes);
  state().allocations[*address] = {bytes, context_stack().back()};
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  const Call call("cuMemFree_v2", Needs::working_context);
  if (call.failed()) return call.status;
  const auto found = state().allocations.find(address);
  if (found == state().allocations.end()) return cu::CUDA_ERROR_INVALID_VALUE;
  if (found->second.second != context_stack().back()) return cu::CUDA_ERROR_INVALID_CONTEXT;
  free_memory(address, found->second.first);
  state().allocations.erase(found);
  return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void** address, std::size_t bytes, unsigned /*flags*/) {
  const Call call("cuMemHostAlloc", Needs::working_context);
  if (call.failed()) return call.status;
  if (bytes == 0) return cu::CUDA_ERROR_INVALID_VALUE;
  *address = std::malloc(bytes);
  state().host_allocations[*address] = {bytes, context_stack().back()};
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void* address) {
  const Call call("cuMemFreeHost", Needs::working_context);
  if (call.failed()) return call.status;
  if (state().host_allocations.erase(address) == 0) return cu::CUDA_ERROR_INVALID_VALUE;
  std::free(address);
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void* value, cu::CUpointer_attribute attribute, CUdeviceptr address) {
  const std::lock_guard lock(mutex());
  for (const auto& [begins, allocation] : state().allocations) {
    if (address < begins || address >= begins + allocation.first) continue;
    const bool is_type = attribute == cu::CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    int device = 0;
    while (device + 1 < state().devices && allocation.second != primary(device)) ++device;
    if (allocation.second != primary(device)) device = 0;  // a context of the test
    *static_cast<int*>(value) = is_type ? cu::CU_MEMORYTYPE_DEVICE : device;
    return CUDA_SUCCESS;
  }
  return cu::CUDA_ERROR_INVALID_VALUE;
}

}  // extern "C"
