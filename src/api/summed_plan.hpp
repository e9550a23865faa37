// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which passes of a plan sum the sides of a transform for verified executions (fused_sums.hpp), and with what weights.
// A pass sums its columns; the functional is a product of one for each axis, so that the sum of a transform can be made
// from those of its columns.
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::api {

/// The columns of one side.
struct SummedColumns {
  Sums kind = Sums::real;
  int together = 0;                           ///< columns whose sums are vectors: SimdSums' lanes; 0: none
  std::int64_t columns = 1;                   ///< of each transform
  std::vector<double> weights;                ///< of weighted_elements(), as the kernel reads them
  std::vector<std::complex<double>> factors;  ///< of the functional of each column; empty for one column
};

struct SummedPlan {
  std::shared_ptr<const plan::PlanNode> tree;  ///< the same passes, of which the first and the last sum
  SummedColumns in;
  SummedColumns out;
  /// Of the output's sums beside the unscaled transform. GPUs sum what the last pass has before it scales.
  double factor = 1;
};

/// nullopt where kernels of their own must sum: for real transforms of several axes, or of several passes; on CPUs for
/// lengths of several passes, and where a vector's last lanes repeat others; on GPUs for prime lengths, and for real
/// transforms of clusters or of odd length.
std::optional<SummedPlan> summed_plan(const plan::PlanNode& tree, const Problem& problem, const DeviceCaps& caps);

}  // namespace papilio::api
