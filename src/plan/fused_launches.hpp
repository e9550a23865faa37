// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Chooses which neighbouring passes of a plan become a fused two-pass launch (spec/fused_launch.hpp), and in which
// shapes.
#pragma once

#include "core/device_caps.hpp"
#include "plan/choice.hpp"

namespace papilio::plan {

/// True if the device supports fused two-pass launches and has an L2 cache for the data between the passes.
bool may_fuse(const DeviceCaps& caps);

/// Memory in which a plan's passes work.
struct PlanMemory {
  bool in_place = false;                      ///< the problem's input is its output
  Storage scratch_storage = Storage::native;  ///< Problem::scratch_storage
};

/// Fuses pairs of passes if that is faster than two launches. Their counters follow the plan's scratch. If there is a
/// choice, it says which passes are fused, in the shapes that they have.
void fuse_passes(PlanNode& plan, const PlanMemory& memory, const DeviceCaps& caps, const Choice& choice = {});

/// True if the plan has a fused two-pass launch.
bool has_fused_launches(const PlanNode& plan);

}  // namespace papilio::plan
