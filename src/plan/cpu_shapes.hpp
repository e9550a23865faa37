// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of kernels for CPUs: one work-item, whose vectors run along butterflies or columns.
#pragma once

#include "plan/kernels.hpp"

namespace papilio::plan {

/// shape_kernel() of CPUs.
std::optional<ShapedKernel> shape_vectors(const KernelRequest& request, const DeviceCaps& caps);

/// The kernel with this strategy and these radices, and its estimated time; nullopt if its data do not fit.
std::optional<ShapedKernel> vectors_of(const KernelRequest& request, const DeviceCaps& caps, Strategy strategy,
                                       const std::vector<int>& radices);

}  // namespace papilio::plan
