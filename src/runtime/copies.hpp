// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Argument checks that every backend makes before a copy.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <papilio/error.hpp>

#include "runtime/device.hpp"

namespace papilio::runtime {

inline void check_range(const Memory& memory, std::size_t offset, std::size_t bytes) {
  if (offset <= memory.size() && bytes <= memory.size() - offset) return;
  throw Error::invalid_argument(
      "copy", fmt::format("{} bytes at offset {} do not fit a buffer of {} bytes", bytes, offset, memory.size()),
      "allocate a larger buffer, or copy less");
}

/// For a copy between device memory and host memory at `host`.
inline void check_copy(const Memory& memory, std::size_t offset, const void* host, std::size_t bytes) {
  check_range(memory, offset, bytes);
  if (host != nullptr || bytes == 0) return;
  throw Error::invalid_argument("copy", fmt::format("the pointer to {} bytes of the host is null", bytes),
                                "give the address of memory that large");
}

}  // namespace papilio::runtime
