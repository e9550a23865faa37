// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/callbacks.hpp>
#include <papilio/problem.hpp>

#include "core/device_caps.hpp"
#include "plan/array_lines.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// make_plan() of a normalised problem that is not validated: elements that are pruned may lie anywhere, also outside
/// the buffer or on others; arrays may share their input (strides of 0). Every element that the first passes read is
/// multiplied by the same element of the filter, if there is one, and such products are added up where it says so.
PlanNode plan_arrays(const Problem& problem, const DeviceCaps& caps, const std::optional<FilterArray>& filter,
                     const Callbacks& callbacks = {});

}  // namespace papilio::plan
