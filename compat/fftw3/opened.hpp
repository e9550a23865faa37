// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Opened: what the process opens once, a library or a device, or why it could not.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/file_descriptor.hpp"

namespace papilio::fftw3 {

/// Never closed: plans may be executed until the program's last destructor. From any thread.
template <typename T>
class Opened {
 public:
  struct Opening {
    std::unique_ptr<T> object;  ///< null if it could not be opened
    std::string why_not;
  };

  /// The result of get(), or null before.
  [[nodiscard]] const Opening* known() const { return known_.load(std::memory_order_acquire); }

  /// Returns what the first call made: make() fills an Opening in, and may throw the reason. A failure of a process
  /// that had no file descriptors left is forgotten: the next call tries again.
  template <typename Make>
  const Opening& get(const Make& make) {
    if (const Opening* const made = known()) return *made;
    const std::lock_guard lock(mutex_);
    if (const Opening* const made = known()) return *made;
    constexpr int needed = 16;
    const bool few = !runtime::has_descriptors(needed);
    auto& result = *results_.emplace_back(std::make_unique<Opening>());
    try {
      make(result);
    } catch (const std::exception& error) {
      result.why_not = error.what();
    }
    if (result.object != nullptr || !few) known_.store(&result, std::memory_order_release);
    return result;
  }

 private:
  std::atomic<const Opening*> known_ = nullptr;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Opening>> results_;  ///< failures too: callers may still read them
};

}  // namespace papilio::fftw3
