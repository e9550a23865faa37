// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/cuda/context.hpp"

#include <atomic>
#include <mutex>
#include <papilio/error.hpp>
#include <utility>
#include <vector>

#include "backend/cuda/status.hpp"
#include "runtime/forked.hpp"

namespace papilio::backend::cuda {
namespace {

/// True while this thread runs a stream's callback.
bool& in_callback() {
  thread_local bool value = false;
  return value;
}

void require_no_callback() {
  if (!in_callback()) return;
  throw Error::invalid_argument("using a device in a completion callback", "CUDA forbids it",
                                "let the callback wake another thread");
}

struct Disposal {
  std::shared_ptr<const Context> context;
  Release release;
};

/// Objects of any context that callbacks could not free. An entry keeps its context alive, so the release of the
/// context is deferred too.
struct Deferred {
  std::mutex mutex;
  std::vector<Disposal> list;
  std::atomic<bool> any = false;  ///< lets the usual case skip the lock
};

/// Never destroyed: a callback may run while the process exits.
Deferred& deferred() {
  static Deferred* const instance = new Deferred;
  return *instance;
}

void run(const Disposal& disposal) noexcept {
  if (!disposal.release) return;
  try {
    const ContextGuard guard(*disposal.context);
    disposal.release(disposal.context->cuda());
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // The context is lost or the driver has shut down, so the object no longer exists.
  }
}

}  // namespace

Context::~Context() {
  if (ownership_ == Ownership::retained && !runtime::is_forked()) cuda_->cuDevicePrimaryCtxRelease_v2(device_);
}

std::shared_ptr<const Context> retain_primary_context(const CuSymbols& cuda, CUdevice device) {
  CUcontext context = nullptr;
  check(cuda, cuda.cuDevicePrimaryCtxRetain(&context, device), "opening a device");
  try {
    return std::make_shared<Context>(cuda, context, device, Context::Ownership::retained);
  } catch (...) {
    cuda.cuDevicePrimaryCtxRelease_v2(device);
    throw;
  }
}

ContextGuard::ContextGuard(const Context& context) : cuda_(context.cuda()) {
  require_no_callback();
  check(cuda_, cuda_.cuCtxPushCurrent_v2(context.get()), "making a context current");
  if (cuda_.cuThreadExchangeStreamCaptureMode(&mode_) != CUDA_SUCCESS) mode_ = CU_STREAM_CAPTURE_MODE_GLOBAL;
}

ContextGuard::~ContextGuard() {
  cuda_.cuThreadExchangeStreamCaptureMode(&mode_);
  CUcontext popped = nullptr;
  cuda_.cuCtxPopCurrent_v2(&popped);
}

CurrentContext::CurrentContext(const Context& context) : cuda_(context.cuda()) {
  require_no_callback();
  CUcontext current = nullptr;
  if (cuda_.cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context.get()) return;
  check(cuda_, cuda_.cuCtxPushCurrent_v2(context.get()), "making a context current");
  pushed_ = true;
}

CurrentContext::~CurrentContext() {
  if (!pushed_) return;
  CUcontext popped = nullptr;
  cuda_.cuCtxPopCurrent_v2(&popped);
}

CallbackScope::CallbackScope() { in_callback() = true; }
CallbackScope::~CallbackScope() { in_callback() = false; }

void dispose(std::shared_ptr<const Context> context, Release release) noexcept {
  Disposal disposal{std::move(context), std::move(release)};
  if (!in_callback()) {
    run(disposal);
    return;
  }
  try {
    Deferred& shared = deferred();
    const std::lock_guard lock(shared.mutex);
    shared.list.push_back(std::move(disposal));
    shared.any = true;
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // No memory for the list. The object stays until the context is released; freeing it here could deadlock.
  }
}

void dispose_deferred() noexcept {
  Deferred& shared = deferred();
  if (!shared.any || in_callback()) return;
  std::vector<Disposal> ready;
  {
    const std::lock_guard lock(shared.mutex);
    ready.swap(shared.list);
    shared.any = false;
  }
  for (const Disposal& disposal : ready) run(disposal);
}

}  // namespace papilio::backend::cuda
