// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

/// Prefetches the input of the work-group, or cluster, that comes Shape::prefetch_distance work-groups later, while
/// this one computes. Where few work-groups fit a compute unit, memory would otherwise be idle during their arithmetic.
/// Emits nothing if the distance is 0 or the input does not consist of runs.
void prefetch_tile(Builder& b, const KernelSpec& spec, const KernelContext& context);

}  // namespace papilio::kernel
