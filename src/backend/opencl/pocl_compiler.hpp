// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PoCL's compiler in this process, and the kernels that it has loaded (docs/adr/0038). PoCL has no way to recover from
// two conditions, so they are detected here and reported as errors:
//
// - An exception that leaves PoCL's compiler (LLVM's std::bad_alloc) leaves PoCL's locks taken. Any later compilation
//   would wait for ever, and so would the release of a program.
// - PoCL never unmaps a kernel that has run, and aborts when the process can have no further mapping.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <papilio/error.hpp>
#include <string>
#include <string_view>
#include <unordered_set>

namespace papilio::backend::opencl {

/// Counts the mappings of this process against the system's limit, before each kernel that is new to the process.
class KernelMappings {
 public:
  /// `maps` and `limit` are /proc/self/maps and /proc/sys/vm/max_map_count. Without the second there is no limit.
  KernelMappings(std::string maps, const std::string& limit);

  /// Throws Error(out_of_memory) if this text is a new one and PoCL may have no room to map it. Not thread-safe.
  void admit(std::string_view entry, std::string_view text);
  [[nodiscard]] std::int64_t limit() const { return limit_; }

 private:
  [[nodiscard]] std::int64_t count() const;

  std::string maps_;
  std::int64_t limit_ = 0;    ///< 0: none
  std::int64_t counted_ = 0;  ///< mappings at the last count; 0: not counted yet
  std::int64_t since_ = 0;    ///< kernels admitted since
  std::unordered_set<std::string> admitted_;
};

class PoclCompiler {
 public:
  PoclCompiler();
  /// The one of this process, shared by all threads and never destroyed.
  static PoclCompiler& of_process();

  /// What PoCL was doing. A launch that has to compile first also holds the lock that every other launch takes.
  enum class Activity { build, launch };

  /// Returns call(), a single OpenCL call that may compile. Only one thread at a time calls: no other may be inside
  /// PoCL waiting for a lock that is never released. Throws Error(out_of_memory) when call() throws, and from then on
  /// without calling: kernels of one plan that are compiled in several threads must fail alike.
  template <typename Call>
  auto run(Activity activity, Call call) {
    const std::lock_guard lock(mutex_);
    if (lost()) throw Error(lost_);
    try {
      return call();
    } catch (...) {
      lose(activity);
      throw Error(out_of_memory_);
    }
  }
  /// As KernelMappings::admit().
  void admit(std::string_view entry, std::string_view text);
  /// Throws Error(device_failed) if the launch could wait for ever. A kernel is `compiled` once it has been launched.
  void require_launch(bool compiled) const;
  /// True once an exception has left the compiler: objects of PoCL must then be leaked, not released.
  [[nodiscard]] bool lost() const { return state_.load(std::memory_order_relaxed) != State::working; }

 private:
  enum class State { working, cannot_compile, cannot_launch };
  void lose(Activity activity);

  // Made in advance: when they are thrown there may be no memory to make them.
  const Error out_of_memory_;
  const Error lost_;
  const Error cannot_launch_;
  std::mutex mutex_;
  std::atomic<State> state_ = State::working;
  std::mutex mappings_mutex_;
  KernelMappings mappings_;
};

}  // namespace papilio::backend::opencl
