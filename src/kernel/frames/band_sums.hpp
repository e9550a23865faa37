// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// BandSums: rows of a matrix times columns, as work-items of GPUs compute them, and the levels of such sums. The
// matrix is that of build_bands().
#pragma once

#include <functional>
#include <vector>

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

  /// Some neighbouring columns of each of the sums, one sum after the other.
  using LoadColumns = std::function<std::vector<Value>(Value first, int columns)>;
  /// Row k times the columns that load returns, in ascending order, for so many sums, the same number in each call. A
  /// column is an i32. The buffers are those of one lane.
  std::vector<Value> sums(Value k, int count, const LoadColumns& load);
  /// factor * ln(max(sum, floor)) + offset, of each lane.
  Value level(Value sums);

 private:
  /// Adds some columns from weight i on; `before` is what a weight's number is behind its column's.
  void add_columns(Value before, Value i, int columns, const LoadColumns& load);
  Value so_far(std::size_t sum) { return b_.load(sums_, b_.constant(static_cast<int>(sum))); }

  Builder& b_;
  ScalarKind element_;
  const Buffer* weights_;
  const Buffer* ranges_;
  const Buffer* numbers_;
  const Buffer* sums_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace papilio::kernel
