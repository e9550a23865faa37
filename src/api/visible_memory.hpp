// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Memory that commands seldom write and the host reads after each execution: memory of the host, if the device can
// write that, so that nothing has to be copied.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>

#include "api/allocation.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

class VisibleMemory {
 public:
  VisibleMemory() = default;
  /// All 0. Waits.
  VisibleMemory(runtime::Device& device, std::size_t bytes) : own_(device.allocate_visible(bytes)) {
    if (own_.memory) return;
    own_.memory = allocate(device, bytes);
    clear(*device.make_stream());
  }

  [[nodiscard]] const runtime::Memory* get() const { return own_.memory.get(); }
  /// Waits for the stream.
  void read(runtime::Stream& stream, std::size_t offset, void* to, std::size_t bytes) const {
    if (own_.host == nullptr) return stream.read(*own_.memory, offset, to, bytes);
    stream.synchronize();
    std::memcpy(to, own_.host + offset, bytes);
  }
  /// Sets all to 0, and waits, because another stream may write it next.
  void clear(runtime::Stream& stream) const {
    if (own_.host == nullptr) stream.clear(*own_.memory, 0, own_.memory->size());
    stream.synchronize();
    if (own_.host != nullptr) std::memset(own_.host, 0, own_.memory->size());
  }

 private:
  runtime::HostVisible own_;
};

}  // namespace papilio::api
