// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Strategy::butterflies and Strategy::columns.
Module build_simd_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
