// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Measured shapes, for lengths that many people use. Where one is known it replaces the estimates of gpu_shapes.hpp,
// which are good to some ten per cent.
#pragma once

#include <optional>

#include "plan/kernels.hpp"
#include "plan/plan_node.hpp"
#include "plan/tuned/tuned_text.hpp"

namespace papilio::plan {

/// The role of a kernel; of `later` kernels, the general one.
KernelRole role_of(const KernelSpec& spec);

/// The key of a line for this kernel; `cached` as the caller knows.
TunedKey key_of(const KernelSpec& spec, bool cached);

/// The fastest shape measured on an H200, for devices that are like it; nullopt for other lengths, other devices,
/// convolutions, and batches too small to fill the device.
std::optional<ShapedKernel> tuned_shape(const KernelRequest& request, const DeviceCaps& caps);

/// The same of a fused two-pass launch.
std::optional<ShapedPair> tuned_pair(const KernelRequest& first, const KernelRequest& second, const DeviceCaps& caps);

/// The shape of a device function of so many transforms; nullopt if none was measured, or not on such a device.
std::optional<ChosenShape> tuned_function(const KernelSpec& spec, std::int64_t transforms, const DeviceCaps& caps);

/// Sets the origin of every pass whose shape is that of a line to `table`.
void mark_tuned(PlanNode& plan, const DeviceCaps& caps);

/// True for a later pass whose shape was measured to be a tenth slower where it reads and writes the same elements,
/// on a device for which that says something.
bool slow_in_place(const KernelSpec& spec, const DeviceCaps& caps);

}  // namespace papilio::plan
