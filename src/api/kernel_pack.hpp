// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernel packs of a device (runtime/kernel_pack.hpp): what `papilio pack` writes and PAPILIO_KERNEL_PACK names. Those
// of GPUs that are not here have machine code for an architecture, which any driver takes that is as new as the
// assembler.
#pragma once

#include <papilio/device.hpp>
#include <span>
#include <string>
#include <string_view>

#include "core/device_caps.hpp"
#include "plan/plan_node.hpp"
#include "plan/tuned/tuned_text.hpp"

namespace papilio::api {

/// Key of the lines of wisdom in a pack.
inline constexpr std::string_view wisdom_of_pack = "wisdom";

/// The bytes of a pack with all entries of the compile cache's folder, all programs of Papilio in PoCL's, and these
/// lines. Both folders must have been empty before the plans were made that the pack is for.
std::string kernel_pack(const Device& device, std::span<const plan::TunedPlan> wisdom);

/// Puts the kernels and the long tables of a plan for a GPU of NVIDIA, which need not be here, into the compile cache's
/// folder, assembled by ptxas. Throws Error(unsupported) for other GPUs, and without ptxas.
void store_shipped(const DeviceCaps& caps, const plan::PlanNode& plan);
/// The bytes of a pack with all entries of the compile cache's folder, for every device of this architecture.
std::string shipped_pack(const DeviceCaps& caps);

/// Why no kernel of the pack in the environment fits this device: another version of Papilio made it, or for another
/// device or driver. Empty if they fit, or if there is no pack.
std::string foreign_pack(const Device& device);

}  // namespace papilio::api
