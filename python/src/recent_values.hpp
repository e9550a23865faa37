// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// RecentValues: the convolutions, operators or short-time transforms used last, for all threads.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>

namespace papilio::python {

/// Value is a handle, and one that is made by default is none.
template <typename Value, std::size_t max_kept = 16>
class RecentValues {
 public:
  /// Returns the value that was kept under the key, or the one that make() returns. Call it without the GIL.
  template <typename Make>
  Value get(const std::string& key, const Make& make) {
    if (Value found = find(key)) return found;
    Value made = make();
    const std::lock_guard lock(mutex_);
    kept_.emplace_front(key, made);
    if (kept_.size() > max_kept) kept_.pop_back();
    return made;
  }

 private:
  Value find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    for (auto it = kept_.begin(); it != kept_.end(); ++it) {
      if (it->first != key) continue;
      kept_.splice(kept_.begin(), kept_, it);
      return kept_.front().second;
    }
    return {};
  }

  std::mutex mutex_;
  std::list<std::pair<std::string, Value>> kept_;
};

}  // namespace papilio::python
