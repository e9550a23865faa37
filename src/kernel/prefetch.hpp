// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/kernel_context.hpp"

namespace papilio::kernel {

/// Asks for the input of the work-group, or cluster, that is Shape::ahead work-groups further on, while this one
/// computes. Where few of them fit a compute unit, their loads would otherwise wait for each other's arithmetic.
/// Nothing where ahead is 0, or the input is no runs.
void prefetch_tile(Builder& b, const KernelSpec& spec, const KernelContext& context);

}  // namespace papilio::kernel
