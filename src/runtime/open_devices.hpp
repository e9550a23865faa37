// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OpenDevices: the devices of one backend that are open now, so that all handles of one id share a context, and plans
// of one device programs and tables.
//
// A backend has one such object, made at the first use and never destroyed: static objects of the program may open a
// device, or let go of one, after every static object of the library is gone. It owns nothing but its map, so all that
// is "leaked" at the end of the process is that map; a device goes with its last handle as ever.
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace papilio::runtime {

template <typename Key, typename Device>
class OpenDevices {
 public:
  /// The open device of this key, or what make() returns; make() runs under the lock, so that a device is opened once.
  template <typename Make>
  std::shared_ptr<Device> get(const Key& key, Make make) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<Device>& slot = open_[key];
    if (std::shared_ptr<Device> open = slot.lock()) return open;
    std::shared_ptr<Device> made = make();
    slot = made;
    return made;
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<Device>> open_;
};

}  // namespace papilio::runtime
