// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The ends of a ragged batch's kernels: from a transform's elements in memory to the points of its DFT, and back.
#pragma once

#include "kernel/complex.hpp"
#include "kernel/kernel_context.hpp"
#include "kernel/pairs/half_spectrum.hpp"
#include "kernel/ragged/ragged_kernels.hpp"

namespace papilio::kernel {

/// One transform of one field.
struct RaggedRow {
  Value points;  ///< 1 .. max_points()
  Value results;
  Value paired;   ///< boolean
  Value in;       ///< i64: the first scalar
  Value out;      ///< likewise
  Value numbers;  ///< the first of its complex numbers
};

class RaggedEnds {
 public:
  RaggedEnds(Builder& b, const RaggedSpec& spec, const KernelContext& context);

  /// The row of transform `unit`, i32, less than Scalar::batch.
  RaggedRow row(Value unit);
  [[nodiscard]] Value fields() const { return fields_; }

  // `width` neighbours, from the given one on. More than one only where the row is `paired`.

  /// Points i .. of the DFT, times their chirps. i + width <= points.
  Complex input(const RaggedRow& row, Value i, int width);
  /// A DFT's value as a result of the transform: times its chirp and the scale.
  Complex result(const RaggedRow& row, Value k, Complex z);
  /// The spectrum of the chirp.
  Complex spectrum(const RaggedRow& row, Value k, int width);
  /// Stores result k of c2c and c2r. k + width <= points.
  void store(const RaggedRow& row, Value k, Complex z);
  /// Stores number k of the half spectrum, of the results k and points - k, where result `points` is result 0.
  void store_half(const RaggedRow& row, Value k, const Partners& z);

 private:
  Complex number(const RaggedRow& row, Value i, int width);
  Complex root(const RaggedRow& row, Value k, int width);
  Complex real_input(const RaggedRow& row, Value i, int width);
  Complex half_input(const RaggedRow& row, Value k, int width);
  // The scalar where element i of a side begins.
  Value in_at(const RaggedRow& row, Value i) { return at(row.in, i, in_step_, spec_.kind != Kind::r2c); }
  Value out_at(const RaggedRow& row, Value i) { return at(row.out, i, out_step_, spec_.kind != Kind::c2r); }
  Value at(Value base, Value i, Value step, bool complex);

  Builder& b_;
  const RaggedSpec& spec_;
  const KernelContext& context_;
  const Buffer* numbers_;
  const Buffer* rows_;
  Value fields_;
  Value in_step_ = nullptr;  ///< scalars from one element to the next, i64, if they are strided
  Value out_step_ = nullptr;
};

}  // namespace papilio::kernel
