// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Windows and shifts of a side (Side::ends): factors of numbers, and places of elements.
#pragma once

#include "kernel/complex.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

struct KernelContext;

/// Numbers as they lie in memory: complex ones, or real ones, alone or in pairs.
enum class Numbers { complex, real, pairs };

/// Address of a number: `index` in scalars of the buffer, and its number in the transform; of pairs, that of the first
/// one. Null if the side has no factors.
struct Indexed {
  Indexed(Value index_, Value number_ = nullptr, Value turn_ = nullptr)  // NOLINT(*-explicit-constructor)
      : index(index_), number(number_), turn(turn_) {}
  Value index;
  Value number;
  Value turn;  ///< AddressMap::turn
};

class AxisEnds {
 public:
  AxisEnds(Builder& b, const KernelSpec& spec, const KernelContext& context) : b_(b), spec_(spec), context_(context) {}

  /// The number times the factors of its side. The lanes of a vector are neighbours of one transform or, in a strided
  /// batch, the same number of several. The imaginary part of a real number is null. Throws Error(internal) if there
  /// are factors and `number` is null.
  Complex times_factors(const Side& side, Complex x, Value number, Numbers numbers) const;
  /// The factors of end `end` for both parts of the numbers in `lanes` lanes, of which `number` is the first.
  [[nodiscard]] Complex factors(const Side& side, std::size_t end, Value number, int lanes, Numbers numbers) const;
  /// The place of element `number`, a pair for Form::pairs, of a side that is rotated; otherwise `number`.
  Value place(const Side& side, Value number) const;

 private:
  [[nodiscard]] Value sign(Value i) const;
  [[nodiscard]] Value factor(const Side& side, std::size_t end, Value i) const;
  [[nodiscard]] Complex neighbours(const Side& side, std::size_t end, Value i, int lanes, Numbers numbers) const;

  Builder& b_;
  const KernelSpec& spec_;
  const KernelContext& context_;
};

}  // namespace papilio::kernel
