// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/device.hpp"

#include <papilio/error.hpp>

namespace papilio::runtime {

void Device::borrow(void* /*native*/, std::size_t /*bytes*/, BorrowedMemory& /*memory*/) const {
  throw Error::unsupported("native memory", "the backend of " + info().id + " has none", "use Buffer");
}

std::vector<std::uint32_t> Device::compile_callbacks(const std::string& /*glsl*/, const std::string& entry) {
  throw Error::internal("callbacks of kernel " + entry, info().id + " has no compiler of GLSL");
}

}  // namespace papilio::runtime
