// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/host_arena.hpp"

#include <cstring>

namespace papilio::bench {

HostArena::Array HostArena::allocate(std::size_t bytes) {
  return Array(static_cast<std::byte*>(::operator new[](bytes, alignment)));
}

void HostArena::resize(std::size_t bytes) {
  input_.reset();
  output_.reset();
  input_ = allocate(bytes);
  output_ = allocate(bytes);
  bytes_ = bytes;
  // A planner that measures must not do so on pages that were never touched.
  std::memset(input_.get(), 0, bytes);
  std::memset(output_.get(), 0, bytes);
}

void HostArena::upload(std::span<const std::byte> input) { std::memcpy(input_.get(), input.data(), input.size()); }

void HostArena::poison() { std::memset(output_.get(), 0xFF, bytes_); }

void HostArena::download(std::size_t offset, std::span<std::byte> to) {
  std::memcpy(to.data(), output_.get() + offset, to.size());
}

}  // namespace papilio::bench
