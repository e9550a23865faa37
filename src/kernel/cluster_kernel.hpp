// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "core/kernel_spec.hpp"
#include "kernel/ir.hpp"

namespace papilio::kernel {

/// Shape::cluster > 1.
Module build_cluster_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
