// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "kernel/ragged/ragged_kernels.hpp"

namespace papilio::kernel {

Module build_ragged_kernel(const RaggedSpec& spec) {
  return spec.on_cpu() ? build_ragged_simd_kernel(spec) : build_ragged_group_kernel(spec);
}

}  // namespace papilio::kernel
