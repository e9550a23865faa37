// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// What a cooperative kernel cannot be, whatever its sides (sides/sides.hpp): combinations that no plan may ask for.
#pragma once

#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Throws Error(internal) for them.
void require_cooperative(const KernelSpec& spec);

}  // namespace papilio::kernel
