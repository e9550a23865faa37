// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PoCL compiles a kernel twice: clBuildProgram makes LLVM IR, and the first launch makes machine code for the
// work-group size. That first launch belongs to planning, not to the first execution.
#pragma once

#include "backend/opencl/device.hpp"

namespace papilio::backend::opencl {

/// Launches the kernel once with all buffers null and all scalars 0, and waits; true if it did. By contract
/// (runtime/device.hpp) a kernel whose work-group is one work-item then touches no memory. Kernels with other
/// work-groups, or without scalars, are skipped: they work, and PoCL specialises them at their first real launch.
///
/// The grid is wider than any later one of such a kernel (src/api/run/describe.cpp): PoCL keeps an entry of the loaded
/// kernel for the widest grid so far, and mixes up the entries of two widths when it counts their users.
bool specialise(const ClDevice& device, cl_kernel kernel);

}  // namespace papilio::backend::opencl
