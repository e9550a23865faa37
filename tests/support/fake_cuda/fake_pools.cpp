// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory pools of the fake driver. Commands complete when they are enqueued, so freed memory is free immediately; the
// pool keeps it, as a real pool does up to its threshold, until it is trimmed.
#include <algorithm>
#include <cstdlib>

#include "support/fake_cuda/fake_driver.hpp"

using namespace papilio::test;  // NOLINT: the functions below are the library's exports

extern "C" {

CUresult cuMemPoolCreate(CUmemoryPool* pool, const cu::CUmemPoolProps* properties) {
  const Call call("cuMemPoolCreate", Needs::nothing);
  if (call.failed()) return call.status;
  const bool sound = properties->allocType == cu::CU_MEM_ALLOCATION_TYPE_PINNED &&
                     properties->locationType == cu::CU_MEM_LOCATION_TYPE_DEVICE && properties->locationId >= 0 &&
                     properties->locationId < state().devices &&
                     std::all_of(std::begin(properties->reserved), std::end(properties->reserved),
                                 [](unsigned char byte) { return byte == 0; });
  if (!sound) return cu::CUDA_ERROR_INVALID_VALUE;
  *pool = reinterpret_cast<CUmemoryPool>(new char);
  state().pools.insert(*pool);
  return CUDA_SUCCESS;
}

CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  const Call call("cuMemPoolDestroy", Needs::nothing);
  if (call.failed()) return call.status;
  if (state().pools.erase(pool) == 0) return cu::CUDA_ERROR_INVALID_VALUE;
  delete reinterpret_cast<char*>(pool);
  if (state().pools.empty()) state().pooled = 0;
  return CUDA_SUCCESS;
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, cu::CUmemPool_attribute attribute, void* value) {
  const std::lock_guard lock(mutex());
  if (!state().pools.contains(pool)) return cu::CUDA_ERROR_INVALID_VALUE;
  if (attribute == cu::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) state().threshold = *static_cast<std::uint64_t*>(value);
  if (attribute == cu::CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES) {
    state().streams_wait = *static_cast<int*>(value) != 0;
  }
  return begin("cuMemPoolSetAttribute", Needs::nothing);
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, std::size_t bytes_to_keep) {
  const std::lock_guard lock(mutex());
  if (!state().pools.contains(pool)) return cu::CUDA_ERROR_INVALID_VALUE;
  state().pooled = std::min(state().pooled, bytes_to_keep);
  return begin("cuMemPoolTrimTo", Needs::nothing);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr* address, std::size_t bytes, CUmemoryPool pool, CUstream stream) {
  const Call call("cuMemAllocFromPoolAsync", stream);
  if (call.failed()) return call.status;
  FakeCuda& fake = state();
  if (bytes == 0 || !fake.pools.contains(pool)) return cu::CUDA_ERROR_INVALID_VALUE;
  if (is_captured(stream)) return cu::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;  // a real driver adds a graph node
  const std::size_t kept = std::min(fake.pooled, bytes);
  if (fake.used() - kept + bytes > fake.memory) return cu::CUDA_ERROR_OUT_OF_MEMORY;
  *address = reinterpret_cast<CUdeviceptr>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  fake.pooled -= kept;
  fake.temporaries[*address] = bytes;
  return CUDA_SUCCESS;
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  const Call call("cuMemFreeAsync", stream);
  if (call.failed()) return call.status;
  const auto found = state().temporaries.find(address);
  if (found == state().temporaries.end()) return cu::CUDA_ERROR_INVALID_VALUE;
  std::free(reinterpret_cast<void*>(address));  // NOLINT(performance-no-int-to-ptr)
  state().pooled += found->second;
  state().temporaries.erase(found);
  return CUDA_SUCCESS;
}

}  // extern "C"
