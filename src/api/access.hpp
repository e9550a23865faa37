// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// From a public handle to the object behind it; of a Device, Buffer or Stream to that of the runtime, and back. The
// public classes name HandleAccess as a friend; nothing else can reach these objects.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <papilio/error.hpp>
#include <string>
#include <utility>

#include "runtime/device.hpp"
#include "runtime/forked.hpp"

namespace papilio::api {

struct HandleAccess {
  /// Null for the handle "none".
  template <typename Handle>
  static const auto& pointer(const Handle& handle) {
    return handle.impl_;
  }
  template <typename Handle, typename Object>
  static Handle handle(std::shared_ptr<Object> object) {
    return Handle(std::move(object));
  }
};

/// Handles that own nothing, for one call.
inline Stream borrowed(runtime::Stream& stream) {
  return HandleAccess::handle<Stream>(std::shared_ptr<runtime::Stream>(&stream, [](auto*) {}));
}
inline Buffer borrowed(const runtime::Memory& memory) {
  return HandleAccess::handle<Buffer>(
      std::shared_ptr<runtime::Memory>(const_cast<runtime::Memory*>(&memory), [](auto*) {}));  // NOLINT
}

/// The object behind a handle that is not "none".
template <typename Handle>
auto& unwrap(const Handle& handle) {
  return *HandleAccess::pointer(handle);
}

/// The object behind a handle. Throws for the handle "none"; `what` names its type.
template <typename Impl>
const Impl& made(const std::shared_ptr<const Impl>& impl, const char* what) {
  if (!impl) throw Error::invalid_argument(what, "the handle is none", "make one before it is used");
  return *impl;
}

/// Throws Error(invalid_argument) for the device "none", and Error(device_failed) in a forked process; `what` needs a
/// device: "a plan".
inline void require_device(const Device& device, const char* what) {
  if (device) return runtime::require_not_forked(what);
  throw Error::invalid_argument(std::string(what) + " without a device", "the handle is empty",
                                "open Device(\"auto\")");
}

}  // namespace papilio::api
