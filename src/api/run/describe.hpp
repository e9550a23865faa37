// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The cost of a plan on a device, computed without compiling anything.
#pragma once

#include <cstdint>
#include <papilio/estimate.hpp>
#include <string>

#include "api/run/launch_shape.hpp"
#include "kernel/kernel.hpp"
#include "plan/plan_node.hpp"

namespace papilio::api {

/// How the tiles of a batch are dealt.
LaunchShape launch_shape(const kernel::KernelInterface& face, std::int64_t batch, int compute_units);

/// One pass over the whole batch.
struct PassFacts {
  std::string kernel;
  std::int64_t groups = 0;
  std::int64_t bytes = 0;  ///< global memory read and written
  double flops = 0;        ///< a fused multiply-add counted as two
};
PassFacts facts_of(const plan::Pass& pass, int compute_units);

/// All passes together. `element_bytes` are those of scratch elements.
Estimate estimate_of(const plan::PlanNode& tree, std::int64_t element_bytes);
/// With the errors of the problem's scratch_storage.
Estimate estimate_of(const plan::PlanNode& tree, const Problem& problem);

/// The heading above the passes.
struct PlanHeading {
  std::string token;
  std::string device;  ///< an id
  std::int64_t scratch_bytes = 0;
  double scratch_error = 0;  ///< Estimate::scratch_error
};

/// Plan::describe(): an S-expression.
std::string describe(const plan::PlanNode& tree, const PlanHeading& heading, int compute_units);
/// Describes the plan of a normalised problem.
std::string describe(const plan::PlanNode& tree, const Problem& problem, const std::string& device, int compute_units);

}  // namespace papilio::api
