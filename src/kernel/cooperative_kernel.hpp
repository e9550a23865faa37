// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Strategy::cooperative.
Module build_cooperative_kernel(const KernelSpec& spec);
/// Its declarations and statements, in a program of others.
void add_cooperative_kernel(Builder& b, const KernelSpec& spec);

}  // namespace papilio::kernel
