// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Algorithm::prime_factor.
Module build_prime_factor_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
