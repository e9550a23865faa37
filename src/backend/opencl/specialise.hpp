// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PoCL compiles a kernel twice: clBuildProgram makes LLVM IR, and the first launch makes machine code for the
// work-group size. Without an earlier launch CL_PROGRAM_BINARIES holds only a slow version for any size, so every
// process would compile again at its first launch (PoCL 3.1, a kernel of 600 lines: after loading such a binary the
// first launch takes 140 ms, with this function 0.2 ms).
#pragma once

#include "backend/opencl/device.hpp"

namespace papilio::backend::opencl {

/// Launches the kernel once with all buffers null and all scalars 0, and waits. By contract (runtime/device.hpp) a
/// kernel whose work-group is one work-item then touches no memory. Kernels with other work-groups, or without scalars,
/// are skipped: they work, and PoCL specialises them at their first real launch.
void specialise(const ClDevice& device, cl_kernel kernel);

}  // namespace papilio::backend::opencl
