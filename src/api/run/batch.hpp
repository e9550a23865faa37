// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The batch of one execution, which may differ from the one that was planned. Kernels take the number of transforms as
// an argument. A different batch therefore needs no other kernels as long as the arrays of the batch are the outermost
// loop of every pass, and no more scratch as long as it is not larger.
#pragma once

#include <cstdint>
#include <papilio/plan.hpp>

#include "plan/plan_node.hpp"

namespace papilio::api {

struct Batch {
  std::int64_t planned = 1;
  std::int64_t run = 1;

  /// A number that is proportional to the batch.
  [[nodiscard]] std::int64_t scaled(std::int64_t as_planned) const {
    return run == planned ? as_planned : as_planned / planned * run;
  }
};

/// The batches that a plan of the normalised problem can execute.
BatchLimits batch_limits(const plan::PlanNode& tree, const Problem& problem);

/// `asked`, or the planned batch if that is 0. Throws Error(invalid_argument) naming the limit.
Batch checked_batch(std::int64_t asked, const Problem& problem, const BatchLimits& limits);

}  // namespace papilio::api
