// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Declarations that the fake driver's files share.
#pragma once

#include <mutex>
#include <vector>

#include "support/fake_cuda/fake_cuda.hpp"

namespace papilio::test {

using cu::CUcontext;
using cu::CUDA_SUCCESS;
using cu::CUdeviceptr;
using cu::CUevent;
using cu::CUfunction;
using cu::CUmemoryPool;
using cu::CUmodule;
using cu::CUresult;
using cu::CUstream;

enum class Needs {
  nothing,
  context,          ///< a current context
  working_context,  ///< a current context in which no kernel has failed
};

/// What every function locks: a thread that has it is inside the driver.
class DriverMutex {
 public:
  void lock() {
    mutex_.lock();
    ++depth();
  }
  void unlock() {
    --depth();
    mutex_.unlock();
  }
  /// How often this thread has it.
  static int& depth() {
    thread_local int value = 0;
    return value;
  }

 private:
  std::recursive_mutex mutex_;
};

FakeCuda& state();
DriverMutex& mutex();
/// True while this thread runs a function passed to cuLaunchHostFunc.
bool& in_callback();
std::vector<CUcontext>& context_stack();
/// The status of a call of this name before it does anything.
CUresult begin(const char* name, Needs needs);
/// The same for a command of a stream, which must be one of the current context.
CUresult begin_on(const char* name, CUstream stream);
/// A call that holds the driver's mutex, with the status before it does anything.
class Call {
 public:
  Call(const char* name, Needs needs) : status(begin(name, needs)) {}
  Call(const char* name, CUstream stream) : status(begin_on(name, stream)) {}
  [[nodiscard]] bool failed() const { return status != CUDA_SUCCESS; }

 private:
  std::lock_guard<DriverMutex> lock_{mutex()};

 public:
  const CUresult status;
};

/// Device memory, in a place where other processes can open it if it has whole blocks of 2 MiB.
CUdeviceptr allocate_memory(std::size_t bytes);
void free_memory(CUdeviceptr address, std::size_t bytes);
/// What other processes see of an event that they have open; nothing happens with other events.
void tell_record(CUevent event);
void note_wait(CUevent event);
void forget_event(CUevent event);
[[nodiscard]] bool is_captured(CUstream stream);

}  // namespace papilio::test
