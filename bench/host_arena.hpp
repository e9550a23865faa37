// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Two arrays in host memory, for the peers that run on the processor without a driver.
#pragma once

#include <memory>
#include <new>

#include "bench/arena.hpp"

namespace papilio::bench {

class HostArena final : public Arena {
 public:
  [[nodiscard]] std::size_t capacity() const override { return capacity_; }
  void reserve(std::size_t bytes) override;
  void write(Part part, std::size_t offset, std::span<const std::byte> from) override;
  void read(Part part, std::size_t offset, std::span<std::byte> to) override;
  void copy(std::size_t bytes) override;
  void finish() override {}  // calls of its peers return when they are done
  /// Measures with the host's clock.
  Took time(const std::function<void()>& enqueue, std::size_t count) override;

  [[nodiscard]] std::byte* input() const { return input_.get(); }
  [[nodiscard]] std::byte* output() const { return output_.get(); }

 private:
  static constexpr std::align_val_t alignment{128};  // as PoCL aligns its buffers: a whole vector of any type
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete[](memory, alignment); }
  };
  using HostBytes = std::unique_ptr<std::byte[], Free>;
  static HostBytes allocate(std::size_t bytes);

  HostBytes input_;
  HostBytes output_;
  std::size_t capacity_ = 0;
};

}  // namespace papilio::bench
