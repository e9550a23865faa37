// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes of kernels for CPUs: one work-item, whose vectors run along butterflies or columns.
#pragma once

#include "plan/kernels.hpp"

namespace papilio::plan {

/// shape_kernel() of CPUs.
std::optional<ShapedKernel> shape_vectors(const KernelRequest& request, const DeviceCaps& caps);

/// Shapes worth a measurement: both strategies, vectors as wide as the device's, twice and half that, and of each kind
/// the `most` cheapest sequences of radices. The cheapest of every kind come first: the model compares kinds badly.
std::vector<ShapedKernel> cpu_shapes(const KernelRequest& request, const DeviceCaps& caps, std::size_t most);

/// The kernel with these radices, strategy and lanes, and its estimated time; nullopt if its data do not fit.
std::optional<ShapedKernel> vectors_of(const KernelRequest& request, const DeviceCaps& caps, const ChosenShape& chosen);

}  // namespace papilio::plan
