// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/host_arena.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <papilio/error.hpp>

namespace papilio::bench {

HostArena::HostBytes HostArena::allocate(std::size_t bytes) {
  HostBytes array(static_cast<std::byte*>(::operator new[](bytes, alignment, std::nothrow)));
  if (!array) {
    throw Error::out_of_memory(fmt::format("an array of {} bytes", bytes), "the host has no more memory",
                               "ask for fewer --bytes");
  }
  // Touch all pages, so that a planner that measures does not measure page faults.
  std::memset(array.get(), 0, bytes);
  return array;
}

void HostArena::reserve(std::size_t bytes) {
  if (bytes <= capacity_) return;
  input_.reset();
  output_.reset();
  capacity_ = 0;
  input_ = allocate(bytes);
  output_ = allocate(bytes);
  capacity_ = bytes;
}

void HostArena::write(Part part, std::size_t offset, std::span<const std::byte> from) {
  std::memcpy((part == Part::input ? input() : output()) + offset, from.data(), from.size());
}

void HostArena::read(Part part, std::size_t offset, std::span<std::byte> to) {
  std::memcpy(to.data(), (part == Part::input ? input() : output()) + offset, to.size());
}

void HostArena::copy(std::size_t bytes) { std::memcpy(output(), input(), bytes); }

Took HostArena::time(const std::function<void()>& enqueue, std::size_t count) {
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < count; ++i) enqueue();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), std::nullopt};
}

}  // namespace papilio::bench
