// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Numbers in the user's memory, interleaved or planar, passed through a callback if there is one, and then times
// the factors of windows and shifts, or summed over the taps of a window. Every access to a kernel's input and output
// goes through this class. Indices count scalars of the buffer, of its first plane.
#pragma once

#include <array>

#include "kernel/elements/axis_ends.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

using Quad = std::array<Value, 4>;

class UserMemory {
 public:
  UserMemory(Builder& b, const KernelSpec& spec, const KernelContext& context)
      : b_(b), spec_(spec), context_(context), ends_(b, spec, context) {}

  /// `lanes` neighbouring complex numbers; `alignment` applies if both parts are side by side.
  [[nodiscard]] Complex load_complex(Indexed at, int lanes, std::int64_t alignment) const;
  /// sums_of_frames().
  [[nodiscard]] std::vector<Complex> load_frames(Indexed at, const std::vector<Value>& rows) const;
  void store_complex(Indexed at, Complex value, std::int64_t alignment) const;
  /// Real numbers in pairs, 2*lanes of them.
  [[nodiscard]] Complex load_pairs(Indexed at, int lanes, std::int64_t alignment) const;
  void store_pairs(Indexed at, Complex value, std::int64_t alignment) const;
  [[nodiscard]] Value load_real(Indexed at) const;
  void store_real(Indexed at, Value value) const;
  /// Four neighbouring real numbers.
  [[nodiscard]] Quad load_quad(Indexed at, std::int64_t alignment) const;
  void store_quad(Indexed at, const Quad& values, std::int64_t alignment) const;

 private:
  /// Neighbouring scalars in pairs, as memory has them, wherever they are (KernelContext::place).
  [[nodiscard]] Complex in_pairs(Value index, int lanes, std::int64_t alignment) const;
  [[nodiscard]] Value one(Value index) const;
  [[nodiscard]] Complex own_complex(Value index, int lanes, std::int64_t alignment) const;
  [[nodiscard]] Value own_real(Value index) const;
  [[nodiscard]] int lanes_of(const Side& side, std::int64_t alignment) const;
  [[nodiscard]] Complex called(Callback which, const Buffer* data, Value index, Complex value, Numbers numbers) const;
  [[nodiscard]] Complex called_one(Callback which, const Buffer* data, Value element, Complex value,
                                   Numbers numbers) const;

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
  AxisEnds ends_;
};

}  // namespace papilio::kernel
