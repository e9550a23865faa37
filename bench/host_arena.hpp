// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Two arrays in host memory, for the peers that run on the CPU without OpenCL.
#pragma once

#include <memory>
#include <new>

#include "bench/arena.hpp"

namespace papilio::bench {

class HostArena : public Arena {
 public:
  void resize(std::size_t bytes) override;
  void upload(std::span<const std::byte> input) override;
  void poison() override;
  void finish() override {}  // its peers return when the result is there
  void download(std::size_t offset, std::span<std::byte> to) override;

  [[nodiscard]] std::byte* input() const { return input_.get(); }
  [[nodiscard]] std::byte* output() const { return output_.get(); }

 private:
  static constexpr std::align_val_t alignment{128};  // as PoCL aligns its buffers: a whole vector of any type
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete[](memory, alignment); }
  };
  using Array = std::unique_ptr<std::byte[], Free>;
  static Array allocate(std::size_t bytes);

  Array input_;
  Array output_;
  std::size_t bytes_ = 0;
};

}  // namespace papilio::bench
