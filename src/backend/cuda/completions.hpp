// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Completion callbacks of a stream. CUDA never calls them once a kernel has failed (cuLaunchHostFunc: "will not be
// called in the event of an error in the CUDA context"), so they are kept here and called when the failure is detected.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace papilio::backend::cuda {

class Completions {
 public:
  using Done = std::function<void()>;

  std::uint64_t add(Done done) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(next_, std::move(done));
    return next_++;
  }

  /// Removes and returns the function; empty if another caller took it already.
  Done take(std::uint64_t ticket) {
    const std::lock_guard lock(mutex_);
    auto node = waiting_.extract(ticket);
    return node.empty() ? Done() : std::move(node.mapped());
  }

  /// Calls and removes all waiting functions, in the order of add().
  void call_all() {
    std::map<std::uint64_t, Done> all;
    {
      const std::lock_guard lock(mutex_);
      all.swap(waiting_);
    }
    for (auto& [ticket, done] : all) done();
  }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, Done> waiting_;
  std::uint64_t next_ = 0;
};

}  // namespace papilio::backend::cuda
