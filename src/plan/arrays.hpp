// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <papilio/callbacks.hpp>
#include <papilio/problem.hpp>

#include <cstdint>
#include <optional>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// make_plan() of a normalised problem that is not validated: elements that are pruned may lie anywhere, also outside the
/// buffer or on others. Every element that the first passes read is multiplied by the same element of a filter, if there
/// is one: complex arrays like those of the input, `filter` elements apart; 0 apart, it is one array for all.
PlanNode plan_arrays(const Problem& problem, const DeviceCaps& caps, std::optional<std::int64_t> filter,
                     const Callbacks& callbacks = {});

}  // namespace papilio::plan
