// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// BandSums: rows of a matrix times columns, as work-items of GPUs compute them, and the levels of such sums. The
// matrix is that of build_bands().
#pragma once

#include <functional>

#include "kernel/frames/feature_kernels.hpp"
#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

class BandSums {
 public:
  /// Declares the buffers weights and ranges, and numbers where the step has some.
  BandSums(Builder& b, ScalarKind element, BandsStep step);

  [[nodiscard]] const Buffer* weights() const { return weights_; }
  [[nodiscard]] const Buffer* ranges() const { return ranges_; }
  Value number(std::int64_t at) { return b_.let("number", b_.load(numbers_, b_.constant(at))); }

  /// Row k times the columns that load(column) returns, i32, in ascending order. The buffers are those of one lane.
  Value sum(Value k, const std::function<Value(Value column)>& load);
  /// factor * ln(max(sum, floor)) + offset, of each lane.
  Value level(Value sums);

 private:
  /// Some columns from weight i on; `before` is what a weight's number is behind its column's.
  void add_columns(Value before, Value i, Value end, const std::function<Value(Value column)>& load);

  Builder& b_;
  ScalarKind element_;
  const Buffer* weights_;
  const Buffer* ranges_;
  const Buffer* numbers_;
  const Buffer* sum_ = nullptr;
};

}  // namespace papilio::kernel
