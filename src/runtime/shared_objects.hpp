// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// SharedObjects: what plans of one device have in common (decisions, programs, tables), found by key while any plan
// holds it; and those used last for the plans to come, within bounds, while somebody has the device open
// (docs/adr/0021).
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

  /// The living object of this key; null where there is none.
  template <typename T>
  std::shared_ptr<T> find(const std::string& key) {
    Objects dropped;  // objects go without the lock: that may take its time
    const std::lock_guard lock(mutex_);
    const auto it = objects_.find(key);
    if (it == objects_.end()) return nullptr;
    std::shared_ptr<void> object = it->second.object.lock();
    if (object) keep({object, it->second.bytes}, dropped);
    return std::static_pointer_cast<T>(object);
  }

  /// The living object of this key, or what make() returns, which takes about so many bytes, of the device or the host.
  /// make() runs without the lock: two threads may make the same object at once, and then both get that of the first to
  /// finish.
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

  /// From now on the objects used last are kept, of so many bytes together, until close() was called as often.
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
  /// Lets go of what is kept; whoever comes meanwhile waits until it is gone. What plans hold stays theirs.
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

  std::mutex freeing_;  ///< before mutex_, by let_go() alone
  mutable std::mutex mutex_;
  std::map<std::string, Shared> objects_;
  std::size_t insertions_ = 0;
  Objects kept_;  ///< the one used last is the first
  std::size_t kept_bytes_ = 0;
  std::size_t most_bytes_ = 0;
  std::size_t openings_ = 0;
};

}  // namespace papilio::runtime
