// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which neighbouring passes of a plan fused (spec/fused_launch.hpp), and in which shapes.
#pragma once

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"

namespace papilio::plan {

/// The device runs relays, and has a second-level cache for what they hand on.
bool may_fuse(const DeviceCaps& caps);

/// Lets those passes fused that are faster so than one after the other. Their counters go behind the plan's scratch.
/// `in_place`: the problem's input is its output.
void fuse_passes(PlanNode& plan, bool in_place, const DeviceCaps& caps);

/// Some passes of the plan do.
bool has_fused_launches(const PlanNode& plan);

}  // namespace papilio::plan
