// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Problem -> PlanNode: the entry of this layer.
#pragma once

#include <optional>
#include <papilio/callbacks.hpp>
#include <papilio/problem.hpp>
#include <papilio/programs.hpp>
#include <span>

#include "core/device_caps.hpp"
#include "plan/array_lines.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// The cheapest plan. Throws Error: what Problem::validate() throws, and Error(unsupported) naming the device's limit
/// where no solver can.
PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks = {});
/// The plan with these programs.
PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, Programs programs);

/// The plan whose kernels have these shapes, in order of execution. Throws Error(unsupported) that says why one of them
/// does not fit, or that the problem has no such plan.
PlanNode make_plan(const Problem& problem, const DeviceCaps& caps, const Callbacks& callbacks,
                   std::span<const ChosenPass> shapes);

/// make_plan() of a normalised problem that is not validated: pruned elements may lie anywhere, also outside the buffer
/// or on other elements, and arrays may share their input (strides of 0). Every element that the first passes read is
/// multiplied by the same element of the filter, if there is one, and such products are added up where it says so.
PlanNode plan_arrays(const Problem& problem, const DeviceCaps& caps, const std::optional<FilterArray>& filter,
                     const Callbacks& callbacks = {}, const Choice& choice = {});

}  // namespace papilio::plan
