// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio in a program that already has OpenCL objects. The handles are those of <CL/cl.h>, passed as void* so that
// this header needs no OpenCL headers. Papilio retains what it is given and releases it with the last handle.
#pragma once

#include <papilio/device.hpp>

namespace papilio::opencl {

/// cl_context, cl_device_id
PAPILIO_API Device wrap_device(void* context, void* device);
/// cl_command_queue: must be in-order; throws Error(invalid_argument) otherwise.
PAPILIO_API Stream wrap_queue(const Device& device, void* queue);
/// cl_mem
PAPILIO_API Buffer wrap_buffer(const Device& device, void* memory);

}  // namespace papilio::opencl
