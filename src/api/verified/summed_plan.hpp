// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which passes of a plan for GPUs sum the sides of a transform for verified executions (fused_sums.hpp), and with what
// weights. A pass sums its columns; the functional is a product of one for each axis, so that the sum of a transform
// can be made from those of its columns.
#pragma once

#include <memory>
#include <optional>

#include "api/verified/summed_columns.hpp"
#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::api {

struct SummedPlan {
  std::shared_ptr<const plan::PlanNode> tree;  ///< the same passes, of which the first and the last sum
  SummedColumns in;
  SummedColumns out;
  /// Factor of the output's sums beside the unscaled transform: the last pass sums what it has before it scales.
  double factor = 1;
};

/// nullopt where kernels of their own must sum: on CPUs; for real transforms of several axes, of several passes, of
/// clusters or of odd length; for arrays of which the axis that is transformed first takes several passes; and for
/// prime lengths.
std::optional<SummedPlan> summed_plan(const plan::PlanNode& tree, const Problem& problem, const DeviceCaps& caps);

}  // namespace papilio::api
