// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/device.hpp"

#include <papilio/error.hpp>

namespace papilio::runtime {

void Device::borrow(void* /*native*/, std::size_t /*bytes*/, BorrowedMemory& /*memory*/) const {
  throw Error::unsupported("native memory", "the backend of " + info().id + " has none", "use Buffer");
}

}  // namespace papilio::runtime
