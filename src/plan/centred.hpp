// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problems that subtract means (Problem::detrend): one kernel reads the lines of the input, and stores them without
// their means in scratch memory. The rest of the problem, its window included, begins there.
#pragma once

#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// The problem that is left to do with the differences, packed and native. `problem` is normalised.
Problem behind_means(const Problem& problem);
/// The plan of `problem`, whose rest has this one.
PlanNode plan_centred(const Problem& problem, const DeviceCaps& caps, PlanNode rest);

}  // namespace papilio::plan
