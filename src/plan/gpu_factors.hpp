// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of kernels that transform factor by factor (Algorithm::prime_factor), and their estimated times.
#pragma once

#include <optional>
#include <vector>

#include "plan/kernels.hpp"

namespace papilio::plan {

/// True if a GPU's kernels can transform this many points factor by factor, and need to.
bool transforms_by_factors(std::int64_t points, const DeviceCaps& caps);

/// Every shape worth a measurement, with its estimated time.
std::vector<ShapedKernel> factor_shapes(const KernelRequest& request, const DeviceCaps& caps);

/// The estimated time of such a kernel.
double factor_seconds(const KernelRequest& request, const KernelSpec& spec, const DeviceCaps& caps);

/// shape_kernel() of them.
std::optional<ShapedKernel> shape_factors(const KernelRequest& request, const DeviceCaps& caps, double limit);

}  // namespace papilio::plan
