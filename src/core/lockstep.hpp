// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What the emitter and the Vulkan backend agree on for kernels in lockstep (docs/adr/0068-lockstep.md).
#pragma once

namespace papilio {

/// A kernel looks up its work-group's number within the dispatch in so many bits, so a dispatch has at most
/// 2^lockstep_group_bits work-groups.
inline constexpr int lockstep_group_bits = 16;

}  // namespace papilio
