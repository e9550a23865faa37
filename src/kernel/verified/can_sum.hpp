// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Which sides kernels can sum while they read or write them.
#pragma once

#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// True if the kernel of this spec accesses each element of the side once, by a path that can sum it. `side` is `in` or
/// `out` of the spec.
bool can_sum(const KernelSpec& spec, const Side& side);

}  // namespace papilio::kernel
