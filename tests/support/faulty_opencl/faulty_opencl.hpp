// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The state of the faulty OpenCL library; a test finds it with dlsym("faulty_opencl_state").
#pragma once

#include <atomic>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::test {

struct FaultyOpenCl {
  /// Calls since reset(), of any function.
  std::atomic<int> calls{0};
  /// Objects that Papilio has created or retained and not released.
  std::atomic<int> live{0};
  /// The call of this number fails; 0: none does.
  std::atomic<int> fail_at{0};
  /// Which of the function's statuses it returns. If the function has fewer, the call does not fail.
  std::atomic<int> variant{0};
  /// The name of a function that throws std::bad_alloc instead, as LLVM does inside PoCL's compiler; empty: none.
  std::string throws;
  /// Calls of this function, by name.
  std::string watched;
  std::atomic<int> watched_calls{0};
  /// Devices say that they are GPUs: PoCL's CPU becomes one that shares the host's memory.
  std::atomic<bool> as_gpu{false};

  [[nodiscard]] std::string injected() const {
    const std::lock_guard lock(mutex_);
    return injected_;
  }
  void inject(std::string what) {
    const std::lock_guard lock(mutex_);
    injected_ = std::move(what);
  }
  void reset(int call = 0, int which = 0) {
    calls = 0;
    fail_at = call;
    variant = which;
    inject({});
  }

 private:
  mutable std::mutex mutex_;
  std::string injected_;  ///< "clFinish: -5"; empty: nothing has failed
};

/// What the standard lists for this function and a correct program may meet.
std::span<const int> statuses_of(std::string_view function);

}  // namespace papilio::test

extern "C" {
papilio::test::FaultyOpenCl* faulty_opencl_state();
/// True while this thread is inside the real library.
bool faulty_opencl_is_inside();
}
