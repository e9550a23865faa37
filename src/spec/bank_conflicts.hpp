// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "spec/kernel_spec.hpp"

namespace papilio {

/// Average number of times that the banks serve a local memory access between two stages; 1: no bank conflicts. Assumes
/// 32 banks of 4 bytes, as every GPU of the last decade has. The addresses are those of layout.hpp, which kernels use.
double bank_conflicts(const KernelSpec& spec);

}  // namespace papilio
