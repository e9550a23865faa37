// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// From a public handle (Device, Buffer, Stream) to the object of the runtime behind it, and back. The public classes
// name HandleAccess as a friend and show these objects to nobody else.
#pragma once

#include <memory>
#include <papilio/device.hpp>
#include <utility>

#include "runtime/device.hpp"

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

/// The object behind a handle that is not "none".
template <typename Handle>
auto& unwrap(const Handle& handle) {
  return *HandleAccess::pointer(handle);
}

}  // namespace papilio::api
