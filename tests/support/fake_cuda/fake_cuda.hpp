// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of the fake driver; tests in the same process access it through fake_cuda_state().
#pragma once

#include <cstdint>
#include <functional>
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

/// A launch to run: the text of its kernel, and all parameters that a kernel may have, unused ones 0.
struct FakeRun {
  std::string ptx;
  std::vector<std::uint64_t> parameters;
  unsigned groups = 0;
  unsigned dynamic_shared = 0;
};

struct FakeCuda {
  // Properties of the machine, read by every call
  int devices = 2;
  int version = 13000;
  std::size_t memory = std::size_t{1} << 30;  ///< bytes of each device
  /// Status that the next call of that name returns, once, without doing anything.
  std::map<std::string, cu::CUresult> next_status;
  /// The call of this number since reset() returns `fail_with` without doing anything; 0: none. Calls that destroy
  /// something are not counted.
  int fail_at = 0;
  cu::CUresult fail_with = cu::CUDA_SUCCESS;
  bool lost_from_there = false;  ///< that call, and each in a working context from there on
  int fallible_calls = 0;
  std::string failed;  ///< its name
  /// Status of all calls that a failed kernel affects.
  cu::CUresult lost = cu::CUDA_SUCCESS;
  /// So many calls of cuStreamQuery say that commands have not finished, until a communicator of the fake NCCL is
  /// aborted.
  int unfinished = 0;
  std::map<cu::CUstream, cu::CUstreamCaptureStatus> capture;
  /// Runs kernels; without it they are only recorded.
  void (*run)(const FakeRun&) = nullptr;
  bool has_pools = true;

  // Objects that the program has created and not freed
  std::map<int, int> primary_references;  ///< by device
  std::set<cu::CUcontext> contexts;       ///< made by the test
  std::map<cu::CUdeviceptr, std::pair<std::size_t, cu::CUcontext>> allocations;
  std::map<void*, std::pair<std::size_t, cu::CUcontext>> host_allocations;  ///< pinned
  std::map<cu::CUdeviceptr, std::size_t> temporaries;                       ///< sizes of allocations from memory pools
  std::map<cu::CUstream, cu::CUcontext> streams;
  std::set<cu::CUstream> blocking;  ///< streams that synchronise with the default stream
  std::set<cu::CUmemoryPool> pools;
  std::set<cu::CUevent> events;
  std::set<cu::CUevent> shareable;                ///< events that other processes may open
  std::map<cu::CUdeviceptr, std::size_t> opened;  ///< memory of other processes
  std::set<cu::CUmodule> modules;
  std::map<std::string, std::string> texts;  ///< PTX of the kernels of all modules, by name

  bool peer_access = true;                                  ///< devices can address each other's memory
  std::set<std::pair<cu::CUcontext, cu::CUcontext>> peers;  ///< the first uses the memory of the second

  // Records of calls
  std::map<std::string, int> calls;  ///< of functions that tests can make fail, by name
  std::size_t pooled = 0;            ///< unused bytes that the pools of all devices keep
  std::uint64_t threshold = 0;       ///< last value set: bytes that a pool may keep
  bool streams_wait = true;          ///< last value set: one stream may wait for memory that another has freed
  std::vector<FakeLaunch> launches;
  std::vector<std::function<void()>> graph;  ///< what captured streams were given, in order; calling it replays it
  std::vector<std::pair<cu::CUstream, cu::CUevent>> waits;  ///< of streams for events
  int vain_waits = 0;                         ///< for events of other processes that had not been recorded
  int fresh_waits = 0;                        ///< for such events that had been recorded since the last wait
  std::map<std::string, int> attributes_set;  ///< dynamic shared memory by kernel
  int calls_in_callbacks = 0;                 ///< forbidden
  int pushes = 0;
  int pops = 0;

  /// False if callbacks run in cuStreamSynchronize instead of immediately.
  bool callbacks_at_once = true;

  /// Releases what is left, as the driver does with a context that is lost.
  void reset();
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
/// True while this thread is inside the driver.
bool fake_cuda_is_inside();
/// The context that is current on this thread.
papilio::backend::cuda::CUcontext fake_cuda_current();
/// A context as cuCtxCreate makes it, on device 0; not made current.
papilio::backend::cuda::CUcontext fake_cuda_make_context();
}
