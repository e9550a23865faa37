// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The time of a GPU's kernel on a CPU whose driver computes work-items in lockstep (docs/adr/0068-lockstep.md).
#pragma once

#include "core/device_caps.hpp"
#include "plan/kernels.hpp"
#include "plan/model/gpu_estimate.hpp"

namespace papilio::plan {

/// True for a CPU that runs kernels for GPUs: llvmpipe.
bool runs_in_lockstep(const DeviceCaps& caps);

/// Seconds. `tile`: tile_load(spec).
double lockstep_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps,
                        const TileLoad& tile);

}  // namespace papilio::plan
