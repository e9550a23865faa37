// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SharedObjects: what plans of one device have in common (programs, tables), found by key while any plan holds it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace papilio::runtime {

class SharedObjects {
 public:
  /// The living object of this key, or what make() returns. make() runs without the lock: two threads may make the same
  /// object at once, and then the first to finish is kept by both.
  template <typename T, typename Make>
  std::shared_ptr<T> get(const std::string& key, Make make) {
    if (std::shared_ptr<T> found = std::static_pointer_cast<T>(find(key))) return found;
    std::shared_ptr<T> made = make();
    const std::lock_guard lock(mutex_);
    std::weak_ptr<void>& slot = objects_[key];
    if (std::shared_ptr<void> other = slot.lock()) return std::static_pointer_cast<T>(other);
    slot = made;
    if (++insertions_ % sweep_interval == 0) sweep();
    return made;
  }

 private:
  static constexpr std::size_t sweep_interval = 256;

  std::shared_ptr<void> find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(key);
    return it == objects_.end() ? nullptr : it->second.lock();
  }
  void sweep() {
    std::erase_if(objects_, [](const auto& entry) { return entry.second.expired(); });
  }

  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<void>> objects_;
  std::size_t insertions_ = 0;
};

}  // namespace papilio::runtime
