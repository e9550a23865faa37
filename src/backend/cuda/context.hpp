// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Context: a CUDA context, which holds a device's memory, modules and streams. ContextGuard makes it current for a few
// calls.
//
// Freeing is a CUDA call, and a stream's callback must not call CUDA (cuLaunchHostFunc), yet the last handle to scratch
// memory is often released in one. So dispose() frees every object: immediately, or, in a callback, by putting it on a
// list that the next allocation, host copy or synchronisation of any device empties. Until then the memory is not
// available to others. The alternative, cuMemFreeAsync, is itself a CUDA call and needs a stream that still exists.
#pragma once

#include <functional>
#include <memory>

#include "backend/cuda/symbols.hpp"

namespace papilio::backend::cuda {

class Context {
 public:
  enum class Ownership {
    retained,  ///< a primary context; released by the destructor
    borrowed,  ///< owned by the caller; outlives this object
  };
  Context(const CuSymbols& cuda, CUcontext context, CUdevice device, Ownership ownership)
      : cuda_(&cuda), context_(context), device_(device), ownership_(ownership) {}
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const CuSymbols& cuda() const { return *cuda_; }
  [[nodiscard]] CUcontext get() const { return context_; }
  [[nodiscard]] CUdevice device() const { return device_; }

 private:
  const CuSymbols* cuda_;
  CUcontext context_;
  CUdevice device_;
  Ownership ownership_;
};

/// Retains the device's primary context, which the CUDA runtime API uses too (cuDevicePrimaryCtxRetain).
std::shared_ptr<const Context> retain_primary_context(const CuSymbols& cuda, CUdevice device);

/// Makes the context current on this thread for its lifetime, then restores the previous one. Also sets the thread's
/// capture mode to "relaxed", so that allocating, freeing or loading does not break the capture of an unrelated stream
/// (cuThreadExchangeStreamCaptureMode).
class ContextGuard {
 public:
  /// Throws Error(device_failed), or Error(invalid_argument) in a stream's callback.
  explicit ContextGuard(const Context& context);
  ~ContextGuard();
  ContextGuard(const ContextGuard&) = delete;
  ContextGuard& operator=(const ContextGuard&) = delete;

 private:
  const CuSymbols& cuda_;
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;  ///< the thread's previous mode while this object lives
};

/// A cheaper guard for launches, which no capture mode forbids, so it leaves the mode alone and pushes the context only
/// if it is not current: each driver call costs 20 to 50 ns of the 3 us that a launch takes.
class CurrentContext {
 public:
  explicit CurrentContext(const Context& context);
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  const CuSymbols& cuda_;
  bool pushed_ = false;
};

/// Marks this thread as running a stream's callback, for its lifetime.
class CallbackScope {
 public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
};

using Release = std::function<void(const CuSymbols&)>;

/// Runs `release` (which may be empty) in the context and drops the reference to the context: now or later, see above.
void dispose(std::shared_ptr<const Context> context, Release release) noexcept;
/// Runs the deferred releases. They free memory, so this may wait for the device.
void dispose_deferred() noexcept;

}  // namespace papilio::backend::cuda
