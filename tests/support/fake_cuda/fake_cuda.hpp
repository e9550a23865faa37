// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of the fake driver, shared with the tests of its process by fake_cuda_state().
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "backend/cuda/driver_api.hpp"

namespace papilio::test {

namespace cu = backend::cuda;

/// One cuLaunchKernel.
struct FakeLaunch {
  std::string kernel;
  unsigned groups = 0;
  unsigned threads = 0;
  unsigned dynamic_shared = 0;
  cu::CUstream stream = nullptr;
  std::vector<std::uint64_t> parameters;  ///< the first eight
};

struct FakeCuda {
  // What the machine has, read by every call
  int devices = 2;
  int version = 13000;
  std::size_t memory = std::size_t{1} << 30;  ///< bytes of each device
  /// Returned once by the next call of that name, which then does nothing.
  std::map<std::string, cu::CUresult> next_status;
  /// Returned by everything that a failed kernel makes fail.
  cu::CUresult lost = cu::CUDA_SUCCESS;
  std::map<cu::CUstream, cu::CUstreamCaptureStatus> capture;
  bool has_pools = true;

  // What the program has made and not freed
  std::map<int, int> primary_references;  ///< by device
  std::set<cu::CUcontext> contexts;       ///< made by the test
  std::map<cu::CUdeviceptr, std::pair<std::size_t, cu::CUcontext>> allocations;
  std::map<cu::CUdeviceptr, std::size_t> temporaries;  ///< of memory pools; their bytes
  std::map<cu::CUstream, cu::CUcontext> streams;
  std::set<cu::CUstream> blocking;  ///< streams that synchronise with the default stream
  std::set<cu::CUmemoryPool> pools;
  std::set<cu::CUevent> events;
  std::set<cu::CUmodule> modules;

  // What happened
  std::map<std::string, int> calls;  ///< of the functions that can be made to fail, by name
  std::size_t pooled = 0;            ///< bytes that no temporary uses and the pools keep, of all devices
  std::uint64_t threshold = 0;       ///< as last set: bytes that a pool may keep
  bool streams_wait = true;          ///< as last set: one may wait for what another has freed
  std::vector<FakeLaunch> launches;
  std::map<std::string, int> attributes_set;  ///< dynamic shared memory by kernel
  int calls_in_callbacks = 0;                 ///< forbidden
  int pushes = 0;
  int pops = 0;

  /// False when a callback is to wait for cuStreamSynchronize instead of running at once.
  bool callbacks_at_once = true;

  void reset() { *this = FakeCuda(); }
  [[nodiscard]] std::size_t used() const {
    std::size_t bytes = pooled;
    for (const auto& [address, allocation] : allocations) bytes += allocation.first;
    for (const auto& [address, size] : temporaries) bytes += size;
    return bytes;
  }
};

}  // namespace papilio::test

extern "C" {
papilio::test::FakeCuda* fake_cuda_state();
/// The context that is current on this thread.
papilio::backend::cuda::CUcontext fake_cuda_current();
/// A context as cuCtxCreate makes it on device 0, not current.
papilio::backend::cuda::CUcontext fake_cuda_make_context();
}
