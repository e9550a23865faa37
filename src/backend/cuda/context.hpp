// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Context: where a device's memory, modules and streams live. ContextGuard makes one current for a few calls.
//
// Freeing is a CUDA call, and CUDA must not be called in a stream's callback (cuLaunchHostFunc), which is where the
// last handle to scratch memory often goes. So every object is freed by dispose(): at once, or, on such a thread, put
// on a list that the next allocation, copy or synchronisation of any device works off. Memory so freed is not available
// to others before that. The alternative, cuMemFreeAsync, is itself a CUDA call and wants a stream that still lives.
#pragma once

#include <functional>
#include <memory>

#include "backend/cuda/symbols.hpp"

namespace papilio::backend::cuda {

class Context {
 public:
  enum class Ownership {
    retained,  ///< a primary context; released by the destructor
    borrowed,  ///< the caller's; outlives this object
  };
  Context(const Symbols& cuda, CUcontext context, CUdevice device, Ownership ownership)
      : cuda_(&cuda), context_(context), device_(device), ownership_(ownership) {}
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const Symbols& cuda() const { return *cuda_; }
  [[nodiscard]] CUcontext get() const { return context_; }
  [[nodiscard]] CUdevice device() const { return device_; }

 private:
  const Symbols* cuda_;
  CUcontext context_;
  CUdevice device_;
  Ownership ownership_;
};

/// The device's primary context, which it shares with the CUDA runtime API (cuDevicePrimaryCtxRetain).
std::shared_ptr<const Context> retain_primary_context(const Symbols& cuda, CUdevice device);

/// While it lives, the context is the thread's current one; then the one before is again. Also sets the thread's
/// capture mode to "relaxed", so that allocating, freeing or loading does not break the capture of a stream that the
/// call does not touch (cuThreadExchangeStreamCaptureMode).
class ContextGuard {
 public:
  /// Throws Error(device_failed), and Error(invalid_argument) in a stream's callback.
  explicit ContextGuard(const Context& context);
  ~ContextGuard();
  ContextGuard(const ContextGuard&) = delete;
  ContextGuard& operator=(const ContextGuard&) = delete;

 private:
  const Symbols& cuda_;
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;  ///< of the thread, to be restored
};

/// The same for launches alone, which no capture mode forbids: each call of the driver spared is 20 to 50 ns of the 3
/// us that a launch takes, and a context that is current already is not pushed.
class CurrentContext {
 public:
  explicit CurrentContext(const Context& context);
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  const Symbols& cuda_;
  bool pushed_ = false;
};

/// While it lives, this thread runs a stream's callback.
class CallbackScope {
 public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;
};

using Release = std::function<void(const Symbols&)>;

/// Runs `release` (which may be empty) in the context and lets go of the context: now or later, see above.
void dispose(std::shared_ptr<const Context> context, Release release) noexcept;
/// Does what was put off. Frees memory, so it may wait for the device.
void dispose_deferred() noexcept;

}  // namespace papilio::backend::cuda
