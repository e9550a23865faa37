// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "core/kernel_spec.hpp"
#include "kernel/ir.hpp"
#include "kernel/scratch.hpp"

namespace papilio::kernel {

/// Strategy::butterflies and Strategy::columns.
Module build_lane_kernel(const KernelSpec& spec);

ScratchLayout lane_scratch_layout(const KernelSpec& spec);
}  // namespace papilio::kernel
