// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The batch of one execution, which may differ from the one that was planned. Kernels take the number of transforms as
// an argument. A different batch therefore needs no other kernels as long as the arrays of the batch are the outermost
// loop of every pass, and no more scratch as long as it is not larger.
#pragma once

#include <algorithm>
#include <cstdint>
#include <papilio/plan.hpp>

#include "core/layout.hpp"
#include "plan/plan_node.hpp"

namespace papilio::api {

struct Batch {
  std::int64_t planned = 1;
  std::int64_t run = 1;
  std::int64_t in_offset = 0;  ///< Operands::in_offset
  std::int64_t out_offset = 0;
  std::int64_t in_position = 0;  ///< Operands::in_position
  std::int64_t side_bytes = 0;   ///< of the larger side, from the buffer's beginning; 0 without offsets

  /// Elements to skip.
  [[nodiscard]] std::int64_t skipped(plan::Slot slot) const {
    return slot == plan::Slot::input ? in_offset : slot == plan::Slot::output ? out_offset : 0;
  }
  /// A number that is proportional to the batch.
  [[nodiscard]] std::int64_t scaled(std::int64_t as_planned) const {
    return run == planned ? as_planned : as_planned / planned * run;
  }
};

/// The elements of one side that an execution touches. Stored, because every execution needs it and computing it takes
/// time.
class SideExtent {
 public:
  SideExtent() = default;
  /// `side` is one of a valid problem.
  SideExtent(const ArraySide& side, const Problem& problem);

  /// Elements of the buffer up to the last one that is touched: what a problem of that batch says.
  [[nodiscard]] std::int64_t elements(const Batch& batch) const {
    return end_ + (batch.run - batch.planned) * std::max<std::int64_t>(distance_, 0);
  }
  [[nodiscard]] std::int64_t bytes(const Batch& batch) const { return elements(batch) * element_bytes_; }
  /// Bytes of the buffer before the first element that is touched.
  [[nodiscard]] std::int64_t unused_bytes(const Batch& batch) const {
    return (begin_ + (batch.run - batch.planned) * std::min<std::int64_t>(distance_, 0)) * element_bytes_;
  }
  [[nodiscard]] std::int64_t element_bytes() const { return element_bytes_; }

 private:
  std::int64_t element_bytes_ = 0;
  std::int64_t end_ = 0;    ///< of the batch as planned
  std::int64_t begin_ = 0;  ///< of the batch as planned
  std::int64_t distance_ = 0;
};

/// The batches that a plan of the normalised problem can execute: a larger one than planned must not need more scratch,
/// two elements of its output must not share an address, and no array may begin before the buffer.
BatchLimits batch_limits(const plan::PlanNode& tree, const Problem& problem);

/// `asked`, or the planned batch if that is 0. Throws Error(invalid_argument) naming the limit.
Batch checked_batch(std::int64_t asked, const Problem& problem, const BatchLimits& limits);

}  // namespace papilio::api
