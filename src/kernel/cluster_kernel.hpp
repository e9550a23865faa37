// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernel/ir_words.hpp"
#include "spec/kernel_spec.hpp"

namespace papilio::kernel {

/// Shape::cluster > 1.
Module build_cluster_kernel(const KernelSpec& spec);

}  // namespace papilio::kernel
