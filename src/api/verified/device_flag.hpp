// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A floating-point number that kernels set to 1 where something is wrong, and the host reads after each execution. It
// is in memory of the host, if the device can write that, so that nothing has to be copied.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "api/allocation.hpp"
#include "runtime/device.hpp"

namespace papilio::api {

class DeviceFlag {
 public:
  DeviceFlag() = default;
  /// 0. Waits.
  explicit DeviceFlag(runtime::Device& device) : own_(device.allocate_visible(sizeof(Number))) {
    if (own_.memory) return;
    own_.memory = allocate(device, sizeof(Number));
    lower(*device.make_stream());
  }

  [[nodiscard]] const runtime::Memory* get() const { return own_.memory.get(); }
  /// Waits for the stream.
  [[nodiscard]] bool is_raised(runtime::Stream& stream) const {
    Number number = {};
    if (own_.host == nullptr) {
      stream.read(*own_.memory, 0, number.data(), sizeof(Number));
    } else {
      stream.synchronize();
      std::memcpy(number.data(), own_.host, sizeof(Number));
    }
    return number != Number{};
  }
  /// Sets it to 0, and waits, because another stream may have it next.
  void lower(runtime::Stream& stream) const {
    if (own_.host == nullptr) stream.clear(*own_.memory, 0, sizeof(Number));
    stream.synchronize();
    if (own_.host != nullptr) std::memset(own_.host, 0, sizeof(Number));
  }

 private:
  using Number = std::array<std::byte, sizeof(double)>;  ///< in either precision; all bits of 0 are 0

  runtime::HostVisible own_;
};

}  // namespace papilio::api
