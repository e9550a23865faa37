// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// PoCL compiles a kernel twice: clBuildProgram makes LLVM IR, and the first launch makes machine code for the
// work-group's size. CL_PROGRAM_BINARIES holds only a slow version for any size, unless a launch has happened before,
// so that every process would compile again at its first launch (PoCL 3.1, a kernel of 600 lines: 140 ms of launch
// after loading such a binary, 0.2 ms with this function).
#pragma once

#include "backend/opencl/device.hpp"

namespace papilio::backend::opencl {

/// Launches the kernel once with all buffers null and all scalars 0, and waits. By contract (runtime/device.hpp) a
/// kernel with a work-group of one work-item touches no memory then. Kernels with other work-groups, or without
/// scalars, are left alone: they work, and are specialised at their first real launch.
void specialise(const ClDevice& device, cl_kernel kernel);

}  // namespace papilio::backend::opencl
