// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SharedObjects: decisions, programs and tables that plans of one device share (docs/adr/0021). An object is found by
// its key while any plan holds it. While the device is open, the most recently used objects are also kept for later
// plans, within bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace papilio::runtime {

class SharedObjects {
 public:
  static constexpr std::size_t most_kept_objects = 256;

  /// The live object of this key; null if there is none.
  template <typename T>
  std::shared_ptr<T> find(const std::string& key) {
    Objects dropped;  // destroyed after the lock is released, because that may take long
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(key);
    if (it == objects_.end()) return nullptr;
    std::shared_ptr<void> object = it->second.object.lock();
    if (object) keep({object, it->second.bytes}, dropped);
    return std::static_pointer_cast<T>(object);
  }

  /// The live object of this key, or what make() returns. The object takes about `bytes` bytes of device or host
  /// memory. make() runs without the lock: two threads may make the same object concurrently, and both then get the one
  /// that finished first.
  template <typename T, typename Make>
  std::shared_ptr<T> get(const std::string& key, std::size_t bytes, Make make) {
    if (std::shared_ptr<T> found = find<T>(key)) return found;
    std::shared_ptr<T> made = make();
    Objects dropped;
    const std::lock_guard lock(mutex_);
    Shared& slot = objects_[key];
    if (std::shared_ptr<void> other = slot.object.lock()) return std::static_pointer_cast<T>(other);
    slot = {made, bytes};
    if (++insertions_ % sweep_interval == 0) sweep();
    keep({made, bytes}, dropped);
    return made;
  }

  /// Starts keeping the most recently used objects, up to most_bytes in total, until close() has been called as often
  /// as open().
  void open(std::size_t most_bytes) {
    const std::lock_guard lock(mutex_);
    ++openings_;
    most_bytes_ = most_bytes;
  }
  void close() {
    Objects dropped;
    const std::lock_guard lock(mutex_);
    if (--openings_ == 0) take_all(dropped);
  }
  /// Drops all kept objects. A concurrent let_go() waits until they are freed. Objects that plans hold stay alive.
  void let_go() {
    const std::lock_guard freeing(freeing_);
    Objects dropped;
    const std::lock_guard lock(mutex_);
    take_all(dropped);
  }
  [[nodiscard]] std::size_t kept_bytes() const {
    const std::lock_guard lock(mutex_);
    return kept_bytes_;
  }

 private:
  static constexpr std::size_t sweep_interval = 256;

  struct Shared {
    std::weak_ptr<void> object;
    std::size_t bytes = 0;
  };
  struct Kept {
    std::shared_ptr<void> object;
    std::size_t bytes = 0;
  };
  using Objects = std::list<Kept>;

  void keep(Kept used, Objects& dropped) {
    if (openings_ == 0 || used.bytes > most_bytes_) return;
    const auto it =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.object == used.object; });
    if (it != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, it);
      return;
    }
    kept_.push_front(std::move(used));
    kept_bytes_ += kept_.front().bytes;
    while (kept_bytes_ > most_bytes_ || kept_.size() > most_kept_objects) {
      kept_bytes_ -= kept_.back().bytes;
      dropped.splice(dropped.end(), kept_, std::prev(kept_.end()));
    }
  }
  void take_all(Objects& into) {
    into.splice(into.end(), kept_);
    kept_bytes_ = 0;
  }
  void sweep() {
    std::erase_if(objects_, [](const auto& entry) { return entry.second.object.expired(); });
  }

  std::mutex freeing_;  ///< only let_go() takes it, before mutex_
  mutable std::mutex mutex_;
  std::map<std::string, Shared> objects_;
  std::size_t insertions_ = 0;
  Objects kept_;  ///< most recently used first
  std::size_t kept_bytes_ = 0;
  std::size_t most_bytes_ = 0;
  std::size_t openings_ = 0;
};

}  // namespace papilio::runtime
