// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/compilation_watch.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace papilio::api {
namespace {

constexpr std::chrono::seconds long_wait{1};

/// Null: nobody is told, or no longer. Process-wide, as standard error is.
std::atomic<TellOfCompilation> listener = nullptr;

void watch(const std::stop_token& finished, const runtime::Device& device) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  changed.wait_for(lock, finished, long_wait, [] { return false; });
  if (finished.stop_requested()) return;
  if (const TellOfCompilation tell = listener.exchange(nullptr)) tell(kernel_folder(device));
}

}  // namespace

void on_slow_compilation(TellOfCompilation tell) { listener = tell; }

CompilationWatch::CompilationWatch(const runtime::Device& device) {
  if (listener.load() != nullptr)
    thread_ = std::jthread([&device](const std::stop_token& finished) { watch(finished, device); });
}

}  // namespace papilio::api
