// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The program of a fused two-pass launch (spec/fused_launch.hpp), and the facts that a launcher needs.
#pragma once

#include "kernel/kernel.hpp"
#include "spec/fused_launch.hpp"

namespace papilio::kernel {

/// Arguments: the counters, then input, output and tables of the first kernel, of the second one, then the scalars from
/// batch to repeat of both, the number of units, and the index of the first counter in the buffer of 32-bit counters.
/// All counters must be 0 before the launch. Throws Error(internal) for kernels that cannot be fused.
Module build_kernel(const FusedLaunch& fused);

/// The work-group of a launch.
struct GroupSize {
  int threads = 1;
  std::int64_t local_memory = 0;  ///< KernelInterface::local_memory
};
GroupSize size_of(const Kernel& kernel);

inline Module build_kernel(const Kernel& kernel) {
  return std::visit([](const auto& own) { return build_kernel(own); }, kernel);
}

}  // namespace papilio::kernel
