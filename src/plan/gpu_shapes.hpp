// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of kernels for GPUs: radices, work-items, tile, exchange; and their estimated times.
#pragma once

#include <vector>

#include "plan/kernels.hpp"

namespace papilio::plan {

/// Every shape worth a measurement, with its estimated time.
std::vector<ShapedKernel> gpu_shapes(const KernelRequest& request, const DeviceCaps& caps);

/// The estimated time of a kernel of any shape.
double cooperative_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps);

/// shape_kernel() of GPUs.
std::optional<ShapedKernel> shape_cooperative(const KernelRequest& request, const DeviceCaps& caps, double limit);

}  // namespace papilio::plan
