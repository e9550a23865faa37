// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What exchanges between devices ask of the driver besides the rest: streams with priorities, whether a stream has
// finished, and access to the memory of other devices.
#include <cstring>

#include "support/fake_cuda/fake_driver.hpp"

namespace driver {
extern "C" papilio::test::CUresult cuStreamCreate(papilio::test::CUstream* stream, unsigned flags);
}

using namespace papilio::test;  // NOLINT: the functions below are the library's exports

extern "C" {

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int /*priority*/) {
  return driver::cuStreamCreate(stream, flags);
}

/// Commands complete when they are enqueued.
CUresult cuStreamQuery(CUstream stream) {
  const std::lock_guard lock(mutex());
  const CUresult status = begin_on("cuStreamQuery", stream);
  if (status != CUDA_SUCCESS || state().unfinished == 0) return status;
  --state().unfinished;
  return cu::CUDA_ERROR_NOT_READY;
}

void fake_cuda_finish() {
  const std::lock_guard lock(mutex());
  state().unfinished = 0;
}

CUresult cuDeviceCanAccessPeer(int* can, cu::CUdevice device, cu::CUdevice peer) {
  const std::lock_guard lock(mutex());
  *can = device != peer && state().peer_access ? 1 : 0;
  return begin("cuDeviceCanAccessPeer", Needs::nothing);
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  const Call call("cuCtxEnablePeerAccess", Needs::working_context);
  if (call.failed()) return call.status;
  if (flags != 0) return cu::CUDA_ERROR_INVALID_VALUE;
  constexpr auto already_enabled = static_cast<CUresult>(704);
  return state().peers.insert({context_stack().back(), peer}).second ? CUDA_SUCCESS : already_enabled;
}

/// CUDA_MEMCPY2D, of device memory.
struct FakeCopy2d {
  std::size_t from_x, from_y;
  unsigned from_type;
  const void* from_host;
  CUdeviceptr from_device;
  void* from_array;
  std::size_t from_pitch;
  std::size_t to_x, to_y;
  unsigned to_type;
  void* to_host;
  CUdeviceptr to_device;
  void* to_array;
  std::size_t to_pitch;
  std::size_t width, height;
};

CUresult cuMemcpy2DAsync_v2(const FakeCopy2d* copy, CUstream stream) {
  const Call call("cuMemcpy2DAsync_v2", stream);
  if (call.failed()) return call.status;
  constexpr unsigned unified = 4;
  const bool types =
      copy->from_type == copy->to_type && (copy->to_type == cu::CU_MEMORYTYPE_DEVICE || copy->to_type == unified);
  if (!types || copy->from_pitch < copy->width || copy->to_pitch < copy->width) return cu::CUDA_ERROR_INVALID_VALUE;
  for (std::size_t row = 0; row < copy->height; ++row) {
    std::memcpy(reinterpret_cast<void*>(copy->to_device + row * copy->to_pitch),            // NOLINT
                reinterpret_cast<const void*>(copy->from_device + row * copy->from_pitch),  // NOLINT
                copy->width);
  }
  return CUDA_SUCCESS;
}

}  // extern "C"
