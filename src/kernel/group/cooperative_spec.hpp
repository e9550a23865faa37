// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Combinations of properties that no cooperative kernel supports, whatever its sides (sides/sides.hpp). No plan may
// contain them.
#pragma once

#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Throws Error(internal) for them.
void require_cooperative(const KernelSpec& spec);

}  // namespace papilio::kernel
