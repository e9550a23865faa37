// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Kernel packs of a device (runtime/kernel_pack.hpp): what `papilio pack` writes and PAPILIO_KERNEL_PACK names.
#pragma once

#include <papilio/device.hpp>
#include <span>
#include <string>
#include <string_view>

#include "plan/tuned/tuned_text.hpp"

namespace papilio::api {

/// Key of the lines of wisdom in a pack.
inline constexpr std::string_view wisdom_of_pack = "wisdom";

/// The bytes of a pack with all entries of the compile cache's folder, all programs of Papilio in PoCL's, and these
/// lines. Both folders must have been empty before the plans were made that the pack is for.
std::string kernel_pack(const Device& device, std::span<const plan::TunedPlan> wisdom);

/// Why no kernel of the pack in the environment fits this device: another version of Papilio made it, or for another
/// device or driver. Empty if they fit, or if there is no pack.
std::string foreign_pack(const Device& device);

}  // namespace papilio::api
