// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio in a program that already has OpenCL objects. The handles are those of <CL/cl.h>, passed as void* so that
// this header needs no OpenCL headers. Papilio retains what it is given and releases it with the last handle.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>

namespace papilio::opencl {

/// cl_context, cl_device_id
PAPILIO_API Device wrap_device(void* context, void* device);
/// cl_command_queue: must be in-order; throws Error(invalid_argument) otherwise.
PAPILIO_API Stream wrap_queue(const Device& device, void* queue);
/// cl_mem
PAPILIO_API Buffer wrap_buffer(const Device& device, void* memory);
/// True for devices that compute in the host's memory: PoCL's CPUs.
PAPILIO_API bool shares_host_memory(const Device& device);
/// Host memory of `bytes` bytes, on a multiple of 16 bytes, as a buffer of such a device, without a copy. The memory
/// must stay valid while the buffer is used; the host may read and write it when no enqueued command uses it. Throws
/// Error(unsupported) for other devices, Error(invalid_argument) for null and for addresses that are not aligned.
PAPILIO_API Buffer wrap_host_memory(const Device& device, void* memory, std::size_t bytes);

}  // namespace papilio::opencl
