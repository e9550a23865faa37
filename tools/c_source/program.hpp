// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A plan as one program in C: kernels, tables, launches, and a check of its results by the definition of the transform.
// It needs a driver, and nothing of Papilio.
#pragma once

#include <papilio/problem.hpp>
#include <string>

#include "core/device_caps.hpp"
#include "core/dialect.hpp"
#include "plan/plan_node.hpp"

namespace papilio::tool {

struct ProgramRequest {
  const Problem& problem;  ///< normalised
  const plan::PlanNode& tree;
  const DeviceCaps& caps;
  Dialect dialect = Dialect::opencl;
  std::string device;  ///< what the plan is for, as text
};

/// The program. Throws Error(unsupported) for what the check does not know (storage types, pruning), and for tables of
/// more than 16 MiB.
std::string program_text(const ProgramRequest& request);

}  // namespace papilio::tool
