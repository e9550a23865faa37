// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/compilation_watch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace papilio::api {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds long_wait{1};
/// Kernels that are ready sooner are loaded, not compiled.
constexpr std::chrono::milliseconds short_wait{100};

/// Null: nobody is told, or no longer. Process-wide, as standard error is.
std::atomic<TellOfCompilation> listener = nullptr;

/// How long kernels have been waited for; those that are made at the same time count once.
struct Waiting {
  std::mutex mutex;
  int kernels = 0;
  Clock::time_point since;       ///< of the first of `kernels`
  Clock::duration earlier = {};  ///< in waits that have ended

  Clock::duration begin() {
    const std::lock_guard lock(mutex);
    if (kernels++ == 0) since = Clock::now();
    return earlier + (Clock::now() - since);
  }
  void end() {
    const std::lock_guard lock(mutex);
    if (--kernels > 0) return;
    const Clock::duration wait = Clock::now() - since;
    if (wait >= short_wait) earlier += wait;
  }
  void forget() {
    const std::lock_guard lock(mutex);
    earlier = {};
  }
};
Waiting waiting;

void watch(const std::stop_token& finished, const runtime::Device& device, Clock::duration waited) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, finished, std::max<Clock::duration>(long_wait - waited, short_wait), [] { return false; });
  if (finished.stop_requested()) return;
  if (const TellOfCompilation tell = listener.exchange(nullptr)) tell(kernel_folder(device));
}

}  // namespace

void on_slow_compilation(TellOfCompilation tell) {
  waiting.forget();
  listener = tell;
}

CompilationWatch::CompilationWatch(const runtime::Device& device) {
  if (listener.load() == nullptr) return;
  thread_ = std::jthread(
      [&device, waited = waiting.begin()](const std::stop_token& finished) { watch(finished, device, waited); });
}

CompilationWatch::~CompilationWatch() {
  if (thread_.joinable()) waiting.end();
}

}  // namespace papilio::api
