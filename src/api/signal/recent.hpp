// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A cache of the plans or convolutions that one-liners used most recently.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <papilio/programs.hpp>
#include <type_traits>

#include "api/access.hpp"
#include "api/measure/wisdom.hpp"

namespace papilio::api {

/// The most recently used ones, of one device. The cache outlives a call, but it holds no results and changes none.
/// Entries from before a change of the wisdom are made again.
template <class Made, class Problem>
class Recent {
 public:
  /// Never destroyed, because a driver may be gone before static objects are destroyed.
  static Recent& of_process() {
    static auto* const recent = new Recent;
    return *recent;
  }

  /// use(made): what was kept for the problem on this device (none: "auto"), or a new one.
  template <class Use>
  void use(const Problem& problem, Use use, const Device& device = {}) {
    const Device on = device ? device : this->device();
    try {
      use(get(problem, on));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::out_of_memory) throw;
      clear();  // earlier calls may keep the memory that is missing
      use(get(problem, on));
    }
  }

  Device device() {
    const std::lock_guard lock(mutex_);
    if (!device_) device_ = Device("auto");
    return device_;
  }

 private:
  /// Planning runs without the lock, so that threads do not wait for each other's compilers.
  Made get(const Problem& problem, const Device& device) {
    const std::uint64_t wisdom = Wisdom::of_process().recent_generation();
    if (wisdom_.exchange(wisdom) != wisdom) clear();
    if (Made kept = find(problem, device)) return kept;
    Made made = make(device, problem);
    if (Made kept = find(problem, device)) return kept;  // another thread was first
    const std::lock_guard lock(mutex_);
    kept_.push_front(made);
    if (kept_.size() > max_kept) kept_.pop_back();
    return made;
  }

  static Made make(const Device& device, const Problem& problem) {
    if constexpr (std::is_constructible_v<Made, const Device&, const Problem&, Programs>) {
      return Made(device, problem, Programs::general);
    } else {
      return Made(device, problem);
    }
  }

  Made find(const Problem& problem, const Device& device) {
    const std::lock_guard lock(mutex_);
    for (auto it = kept_.begin(); it != kept_.end(); ++it) {
      if (it->problem() != problem || &unwrap(it->device()) != &unwrap(device)) continue;
      kept_.splice(kept_.begin(), kept_, it);
      return kept_.front();
    }
    return {};
  }

  /// Drops everything, including the device memory of kept workspaces.
  void clear() {
    const std::lock_guard lock(mutex_);
    kept_.clear();
  }

  static constexpr std::size_t max_kept = 16;
  std::atomic<std::uint64_t> wisdom_ = 0;  ///< Wisdom::generation() of what is kept
  std::mutex mutex_;
  Device device_;
  std::list<Made> kept_;
};

}  // namespace papilio::api
