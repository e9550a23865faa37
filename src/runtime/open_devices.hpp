// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OpenDevices: the devices of one backend that are open now. All handles of one id share a context, and all plans of
// one device share programs and tables.
//
// A backend has one such object, created at the first use and never destroyed: static objects of the program may open
// or release a device after the library's static objects are gone. It owns only its map of weak references, so that map
// is all that "leaks" at process exit; a device is destroyed with its last handle as usual.
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace papilio::runtime {

template <typename Key, typename Device>
class OpenDevices {
 public:
  static OpenDevices& of_process() {
    static auto* const instance = new OpenDevices;
    return *instance;
  }

  /// The open device of this key, or what make() returns. make() runs under the lock, so a device is opened only once.
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
