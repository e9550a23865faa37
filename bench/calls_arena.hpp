// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The memory of single calls: each transform of a batch has buffers of its own, as for a caller whose signals arrive
// one at a time. The check sees them as one array.
#pragma once

#include <vector>

#include "bench/device_arena.hpp"

namespace papilio::bench {

class CallsArena final : public Arena {
 public:
  explicit CallsArena(DeviceArena& device) : device_(device) {}

  /// Makes buffers for each of `count` transforms; their inputs and outputs are that many bytes apart in the array.
  /// Throws Error(out_of_memory).
  void split(std::size_t count, std::size_t input_bytes, std::size_t output_bytes);
  void release();

  [[nodiscard]] std::size_t calls() const { return input_.buffers.size(); }
  [[nodiscard]] const Buffer& buffer(Part part, std::size_t call) const { return side(part).buffers[call]; }

  [[nodiscard]] std::size_t capacity() const override { return calls() * std::min(input_.bytes, output_.bytes); }
  void reserve(std::size_t /*bytes*/) override {}  // split() does
  void write(Part part, std::size_t offset, std::span<const std::byte> from) override;
  void read(Part part, std::size_t offset, std::span<std::byte> to) override;
  void copy(std::size_t bytes) override { device_.copy(bytes); }
  void finish() override { device_.finish(); }
  Took time(const std::function<void()>& enqueue, std::size_t count) override { return device_.time(enqueue, count); }

 private:
  struct ArenaBuffers {
    std::size_t bytes = 0;  ///< from one transform to the next
    std::vector<Buffer> buffers;
  };
  [[nodiscard]] const ArenaBuffers& side(Part part) const { return part == Part::input ? input_ : output_; }
  /// Calls act(buffer, offset in it, offset in the array, bytes) for each buffer that a piece of the array touches.
  template <typename Act>
  void for_each_piece(Part part, std::size_t offset, std::size_t bytes, Act act) const;

  DeviceArena& device_;
  ArenaBuffers input_;
  ArenaBuffers output_;
};

}  // namespace papilio::bench
