// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Shapes that were measured, for lengths that many people use. Where one is known it stands in for the estimates of
// gpu_shapes.hpp, which are good to some ten per cent.
#pragma once

#include <optional>

#include "plan/kernels.hpp"

namespace papilio::plan {

/// The fastest shape seen on an H200, for devices that are like it; nullopt for other lengths, other devices,
/// convolutions, and batches too small to fill the device.
std::optional<ShapedKernel> tuned_shape(const KernelRequest& request, const DeviceCaps& caps);

/// The same of two passes that relay.
std::optional<ShapedPair> tuned_pair(const KernelRequest& first, const KernelRequest& second, const DeviceCaps& caps);

/// A later pass of a shape that was measured to be a tenth slower where it reads and writes the same elements.
bool slow_in_place(const KernelSpec& spec);

}  // namespace papilio::plan
