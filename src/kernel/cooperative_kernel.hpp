// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "core/kernel_spec.hpp"
#include "kernel/builder.hpp"
#include "kernel/ir.hpp"

namespace papilio::kernel {

/// Strategy::cooperative.
Module build_cooperative_kernel(const KernelSpec& spec);
/// Its declarations and statements, in a program of others.
void add_cooperative_kernel(Builder& b, const KernelSpec& spec);

}  // namespace papilio::kernel
