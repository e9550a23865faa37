// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of the CUDA runtime API that the client programs call, on top of the fake driver: a libcudart.so.13 for
// machines without a GPU. The primary context of device 0 is current from the first call of a thread on.
//
//   PAPILIO_FAKE_CUDA_DEVICES=N   devices of the machine, instead of 2
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "compat/cufft/fake_runtime/kernel_runner.hpp"
#include "support/fake_cuda/fake_driver.hpp"

using namespace papilio::test;  // NOLINT: the functions below are the library's exports

namespace driver {
extern "C" {
CUresult cuInit(unsigned flags);
CUresult cuCtxPushCurrent_v2(CUcontext context);
CUresult cuCtxPopCurrent_v2(CUcontext* context);
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, cu::CUdevice device);
CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes);
CUresult cuMemFree_v2(CUdeviceptr address);
CUresult cuMemGetInfo_v2(std::size_t* free, std::size_t* total);
CUresult cuStreamCreate(CUstream* stream, unsigned flags);
CUresult cuStreamDestroy_v2(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
}
}  // namespace driver

namespace {

/// cudaErrorMemoryAllocation, cudaErrorUnknown
constexpr int out_of_memory = 2;
constexpr int unknown = 999;

int result_of(CUresult status) {
  if (status == CUDA_SUCCESS) return 0;
  return status == cu::CUDA_ERROR_OUT_OF_MEMORY ? out_of_memory : unknown;
}

/// The primary context of a device, which the runtime retains at its first use.
CUcontext primary_context(int device) {
  static std::map<int, CUcontext> contexts;
  const std::lock_guard lock(mutex());
  const auto [known, is_new] = contexts.emplace(device, nullptr);
  if (is_new) driver::cuDevicePrimaryCtxRetain(&known->second, device);
  return known->second;
}

/// What the runtime does at the first call of a thread.
void begin_thread() {
  thread_local bool begun = false;
  if (begun) return;
  begun = true;
  [[maybe_unused]] static const bool started = [] {
    driver::cuInit(0);
    state().run = run_kernel;
    return true;
  }();
  driver::cuCtxPushCurrent_v2(primary_context(0));
}

using Graph = std::vector<std::function<void()>>;

/// For programs that use the driver alone: with PAPILIO_FAKE_CUDA_RUNS their kernels run, too.
[[maybe_unused]] const bool runs_from_the_start = [] {
  const bool runs = std::getenv("PAPILIO_FAKE_CUDA_RUNS") != nullptr;
  if (runs) state().run = run_kernel;
  return runs;
}();
[[maybe_unused]] const bool has_its_devices = [] {
  const char* const devices = std::getenv("PAPILIO_FAKE_CUDA_DEVICES");
  if (devices != nullptr) state().devices = std::atoi(devices);
  return true;
}();

}  // namespace

extern "C" {

int cudaSetDevice(int device) {
  begin_thread();
  if (device < 0 || device >= state().devices) return unknown;
  CUcontext before = nullptr;
  driver::cuCtxPopCurrent_v2(&before);
  return result_of(driver::cuCtxPushCurrent_v2(primary_context(device)));
}
int cudaGetDevice(int* device) {
  begin_thread();
  const auto number = static_cast<int>(reinterpret_cast<std::uintptr_t>(fake_cuda_current()) - 0x1000);
  *device = number >= 0 && number < state().devices ? number : -1;
  return 0;
}
int cudaGetDeviceCount(int* count) {
  begin_thread();
  *count = state().devices;
  return 0;
}
int cudaGetLastError() { return 0; }

int cudaMalloc(void** data, std::size_t bytes) {
  begin_thread();
  return result_of(driver::cuMemAlloc_v2(reinterpret_cast<CUdeviceptr*>(data), bytes));
}
int cudaFree(void* data) {
  begin_thread();
  return data == nullptr ? 0 : result_of(driver::cuMemFree_v2(reinterpret_cast<CUdeviceptr>(data)));
}
int cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  begin_thread();
  return result_of(driver::cuMemGetInfo_v2(free, total));
}
int cudaMemcpy(void* to, const void* from, std::size_t bytes, int /*kind*/) {
  begin_thread();
  const std::lock_guard lock(mutex());
  std::memmove(to, from, bytes);
  return 0;
}
int cudaDeviceSynchronize() {
  begin_thread();
  return 0;
}

int cudaStreamCreateWithFlags(CUstream* stream, unsigned flags) {
  begin_thread();
  return result_of(driver::cuStreamCreate(stream, flags));
}
int cudaStreamCreate(CUstream* stream) { return cudaStreamCreateWithFlags(stream, 0); }
int cudaStreamDestroy(CUstream stream) { return result_of(driver::cuStreamDestroy_v2(stream)); }
int cudaStreamSynchronize(CUstream stream) { return result_of(driver::cuStreamSynchronize(stream)); }

int cudaStreamBeginCapture(CUstream stream, int /*mode*/) {
  const std::lock_guard lock(mutex());
  state().graph.clear();
  state().capture[stream] = cu::CU_STREAM_CAPTURE_STATUS_ACTIVE;
  return 0;
}
int cudaStreamEndCapture(CUstream stream, void** graph) {
  const std::lock_guard lock(mutex());
  state().capture.erase(stream);
  *graph = new Graph(state().graph);
  return 0;
}
int cudaGraphInstantiate(void** executable, void* graph, unsigned long long /*flags*/) {
  *executable = new Graph(*static_cast<Graph*>(graph));
  return 0;
}
int cudaGraphLaunch(void* executable, CUstream /*stream*/) {
  const std::lock_guard lock(mutex());
  const Graph& graph = *static_cast<Graph*>(executable);
  if (graph.empty()) return unknown;
  for (const auto& work : graph) work();
  return 0;
}
int cudaGraphExecDestroy(void* executable) {
  delete static_cast<Graph*>(executable);
  return 0;
}
int cudaGraphDestroy(void* graph) {
  delete static_cast<Graph*>(graph);
  return 0;
}

}  // extern "C"
