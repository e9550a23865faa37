// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// RecentValues: the convolutions, operators or short-time transforms used last, for all threads, and those of captures.
#pragma once

#include <cstddef>
#include <list>
#include <map>
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

  /// Keeps the value for good: a captured graph that uses it may be replayed at any time.
  void keep(const std::string& key, const Value& value) {
    const std::lock_guard lock(mutex_);
    captured_.insert_or_assign(key, value);
  }

 private:
  Value find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    for (auto it = kept_.begin(); it != kept_.end(); ++it) {
      if (it->first != key) continue;
      kept_.splice(kept_.begin(), kept_, it);
      return kept_.front().second;
    }
    const auto captured = captured_.find(key);
    return captured == captured_.end() ? Value{} : captured->second;
  }

  std::mutex mutex_;
  std::list<std::pair<std::string, Value>> kept_;
  std::map<std::string, Value> captured_;
};

}  // namespace papilio::python
