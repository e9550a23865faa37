// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/calls_arena.hpp"

#include <algorithm>

namespace papilio::bench {

void CallsArena::split(std::size_t count, std::size_t input_bytes, std::size_t output_bytes) {
  release();
  input_.bytes = input_bytes;
  output_.bytes = output_bytes;
  const std::size_t larger = std::max(input_bytes, output_bytes);  // in place, both sides are in the input
  for (std::size_t i = 0; i < count; ++i) {
    input_.buffers.push_back(device_.allocate(larger));
    output_.buffers.push_back(device_.allocate(larger));
  }
}

void CallsArena::release() {
  input_ = {};
  output_ = {};
}

template <typename Act>
void CallsArena::for_each_piece(Part part, std::size_t offset, std::size_t bytes, Act act) const {
  const ArenaBuffers& all = side(part);
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t call = (offset + done) / all.bytes;
    const std::size_t within = (offset + done) % all.bytes;
    const std::size_t count = std::min(bytes - done, all.bytes - within);
    act(all.buffers.at(call), within, done, count);
    done += count;
  }
}

void CallsArena::write(Part part, std::size_t offset, std::span<const std::byte> from) {
  for_each_piece(part, offset, from.size(),
                 [&](const Buffer& to, std::size_t at, std::size_t begin, std::size_t bytes) {
                   device_.stream().upload(to, from.data() + begin, bytes, at);
                 });
}

void CallsArena::read(Part part, std::size_t offset, std::span<std::byte> to) {
  for_each_piece(part, offset, to.size(),
                 [&](const Buffer& from, std::size_t at, std::size_t begin, std::size_t bytes) {
                   device_.stream().download(from, to.data() + begin, bytes, at);
                 });
}

}  // namespace papilio::bench
