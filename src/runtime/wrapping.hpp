// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Checks of the caller's native objects that backends wrap.
#pragma once

#include <memory>
#include <papilio/error.hpp>
#include <string>
#include <string_view>

#include "runtime/device.hpp"

namespace papilio::runtime {

/// Throws Error(invalid_argument) unless the condition holds.
inline void require(bool condition, std::string_view what, std::string_view why, std::string_view remedy = {}) {
  if (!condition) throw Error::invalid_argument(std::string(what), std::string(why), std::string(remedy));
}

/// The device itself, not a user's handle (docs/adr/0021): a stream or buffer must not keep the device's cached objects
/// alive. Throws Error(invalid_argument) with these words for a device of another backend.
template <typename Own>
std::shared_ptr<const Own> own_device(const std::shared_ptr<Device>& device, std::string_view why,
                                      std::string_view remedy) {
  const auto own = std::dynamic_pointer_cast<const Own>(device);
  require(own != nullptr, "device", why, remedy);
  return own->shared_from_this();
}

}  // namespace papilio::runtime
