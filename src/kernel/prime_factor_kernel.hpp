// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "core/kernel_spec.hpp"
#include "kernel/ir.hpp"

namespace papilio::kernel {

/// Algorithm::prime_factor.
Module build_prime_factor_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
