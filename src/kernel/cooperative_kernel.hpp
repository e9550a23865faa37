// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/kernel_spec.hpp"
#include "kernel/ir.hpp"

namespace papilio::kernel {

/// Strategy::cooperative.
Module build_cooperative_kernel(const KernelSpec& spec);

/// Module::shared_bytes() of that kernel, without building it.
std::int64_t cooperative_shared_bytes(const KernelSpec& spec);

}  // namespace papilio::kernel
