// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Verified executions on CPUs: the sums over one side of transforms that lie in memory as rows without gaps,
// whichever algorithm computes them. While a row is in the core's cache, it is read once more, in order: the input
// before the transform, the output after it. The transform's own loops do not change, and a multiply-add covers a line.
//
// Of a batch of rows, the buffer holds the functionals, the second functionals (Sums::complex), and the squares.
#pragma once

#include <vector>

#include "kernel/kernel_context.hpp"
#include "kernel/row_vectors.hpp"

namespace papilio::kernel {

class RowSums {
 public:
  RowSums(Builder& b, const KernelSpec& spec, const Side& side, const KernelContext& context);

  /// Sums row number `row` (i64), which begins at scalar `base`.
  void sum(Value base, Value row);

 private:
  using LaneSums = std::vector<Value>;  ///< those of the functionals, then that of the squares
  [[nodiscard]] Value factors(std::int64_t at) const;
  void add(LaneSums& sums, Value x, Value of_weights, Value factors) const;
  /// Of neighbouring vectors from `first` on.
  [[nodiscard]] LaneSums sums_of(Value first, Value of_weights, std::int64_t vectors) const;
  void add_rounds() const;
  /// Of all vectors that have no factors.
  [[nodiscard]] LaneSums plain_sums() const;
  [[nodiscard]] Value total(int i) const;
  [[nodiscard]] Value total_at(int i) const { return b_.constant(std::int64_t{i} * row_.lanes); }
  [[nodiscard]] Value number(Value at) const;

  Builder& b_;
  SumBuffers buffers_;
  const Buffer* memory_;
  Value batch_;
  RowVectors row_;
  int functionals_;
  ScalarKind element_;
  ScalarKind total_;                ///< of rounds
  const Buffer* totals_ = nullptr;  ///< null: there are no rounds
  Value base_;                      ///< where the row begins
};

}  // namespace papilio::kernel
