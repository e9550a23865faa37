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

}  // extern "C"

namespace {

bool is_of_host(cu::CUmemorytype type) { return type == cu::CU_MEMORYTYPE_HOST; }

/// Between memory of a device and of the host, or between two places of devices, of which one may be another's.
bool are_ends(cu::CUmemorytype from, cu::CUmemorytype to) {
  if (is_of_host(from) || is_of_host(to)) {
    return from != to && (from == cu::CU_MEMORYTYPE_DEVICE || to == cu::CU_MEMORYTYPE_DEVICE);
  }
  return from == to && (to == cu::CU_MEMORYTYPE_DEVICE || to == cu::CU_MEMORYTYPE_UNIFIED);
}

}  // namespace

extern "C" {

CUresult cuMemcpy3DAsync_v2(const cu::CUDA_MEMCPY3D* copy, CUstream stream) {
  const Call call("cuMemcpy3DAsync_v2", stream);
  if (call.failed()) return call.status;
  const bool types = are_ends(copy->srcMemoryType, copy->dstMemoryType);
  const bool rows = copy->srcPitch >= copy->WidthInBytes && copy->dstPitch >= copy->WidthInBytes;
  const bool planes = copy->srcHeight >= copy->Height && copy->dstHeight >= copy->Height;
  if (!types || !rows || !planes) return cu::CUDA_ERROR_INVALID_VALUE;
  const auto* const source = is_of_host(copy->srcMemoryType)
                                 ? static_cast<const char*>(copy->srcHost)
                                 : reinterpret_cast<const char*>(copy->srcDevice);  // NOLINT
  auto* const target = is_of_host(copy->dstMemoryType) ? static_cast<char*>(copy->dstHost)
                                                       : reinterpret_cast<char*>(copy->dstDevice);  // NOLINT
  for (std::size_t plane = 0; plane < copy->Depth; ++plane) {
    for (std::size_t row = 0; row < copy->Height; ++row) {
      const std::size_t from = (plane * copy->srcHeight + row) * copy->srcPitch;
      const std::size_t to = (plane * copy->dstHeight + row) * copy->dstPitch;
      std::memcpy(target + to, source + from, copy->WidthInBytes);
    }
  }
  return CUDA_SUCCESS;
}

}  // extern "C"
