// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers in the user's memory, interleaved or planar, passed through a callback if there is one. Every access to a
// kernel's input and output goes through this class. `index` counts scalars of the buffer, of its first plane.
#pragma once

#include <array>

#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

using Quad = std::array<Value, 4>;

class UserMemory {
 public:
  UserMemory(Builder& b, const KernelContext& context) : b_(b), context_(context) {}

  /// `lanes` neighbouring complex numbers; `alignment` applies if both parts are side by side.
  [[nodiscard]] Complex load_complex(Value index, int lanes, std::int64_t alignment) const;
  void store_complex(Value index, Complex value, std::int64_t alignment) const;
  /// Real numbers in pairs, 2*lanes of them.
  [[nodiscard]] Complex load_pairs(Value index, int lanes, std::int64_t alignment) const;
  void store_pairs(Value index, Complex value, std::int64_t alignment) const;
  [[nodiscard]] Value load_real(Value index) const;
  void store_real(Value index, Value value) const;
  /// Four neighbouring real numbers.
  [[nodiscard]] Quad load_quad(Value index, std::int64_t alignment) const;
  void store_quad(Value index, const Quad& values, std::int64_t alignment) const;

 private:
  [[nodiscard]] int lanes_of(const Buffer* buffer, const Buffer* callback, std::int64_t alignment) const;
  enum class Numbers { complex, pairs };
  [[nodiscard]] Complex called(Callback which, const Buffer* data, Value index, Complex value, Numbers numbers) const;
  [[nodiscard]] Complex called_one(Callback which, const Buffer* data, Value element, Complex value,
                                   Numbers numbers) const;

  Builder& b_;
  const KernelContext& context_;
};

}  // namespace papilio::kernel
