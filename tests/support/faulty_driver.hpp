// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What drivers that fail on purpose have in common: which call fails, and what is left.
#pragma once

#include <atomic>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace papilio::test {

enum class Fault {
  once,     ///< one call fails
  for_good  ///< the device is lost: calls that can say so say so from then on
};

struct FaultyDriver {
  /// Calls since reset(), of any function.
  std::atomic<int> calls{0};
  /// Objects that Papilio has created or retained and not released.
  std::atomic<int> live{0};
  /// The call of this number fails; 0: none does.
  std::atomic<int> fail_at{0};
  /// Which of the function's statuses it returns. If the function has fewer, the call does not fail.
  std::atomic<int> variant{0};
  std::atomic<Fault> fault{Fault::once};

  /// "clFinish: -5", of the first call that failed; empty: none has.
  [[nodiscard]] std::string injected() const {
    const std::lock_guard lock(mutex_);
    return injected_;
  }
  void reset(int call = 0, int which = 0, Fault how = Fault::once) {
    calls = 0;
    fail_at = call;
    variant = which;
    fault = how;
    const std::lock_guard lock(mutex_);
    injected_.clear();
  }

  /// Counts a call. What it shall return: one of `statuses`, or, from the loss of the device on, `lost` of the
  /// functions that have it; 0: nothing has failed.
  int begin(std::string_view name, std::span<const int> statuses, int lost) {
    const int call = ++calls;
    int status = 0;
    if (fault == Fault::for_good) {
      if (fail_at != 0 && call >= fail_at) status = lost;
    } else if (const auto which = static_cast<std::size_t>(variant.load());
               call == fail_at && which < statuses.size()) {
      status = statuses[which];
    }
    if (status != 0) {
      const std::lock_guard lock(mutex_);
      if (injected_.empty()) injected_ = std::string(name) + ": " + std::to_string(status);
    }
    return status;
  }

 private:
  mutable std::mutex mutex_;
  std::string injected_;
};

/// While it lives, this thread is inside a driver.
class InsideDriver {
 public:
  InsideDriver() { ++depth(); }
  ~InsideDriver() { --depth(); }
  InsideDriver(const InsideDriver&) = delete;
  InsideDriver& operator=(const InsideDriver&) = delete;

  static int& depth() {
    thread_local int value = 0;
    return value;
  }
};

}  // namespace papilio::test
