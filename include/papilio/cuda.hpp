// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio in a program that already has CUDA objects, of the driver API or of the runtime API. The handles are those of
// <cuda.h>, passed as void* so that this header needs no CUDA toolkit; the runtime API's cudaStream_t is the same thing
// as CUstream. CUDA counts no references, so the caller keeps ownership of wrapped objects and must destroy them after
// the last Papilio handle to them.
//
// The caller's current context is left as it was by every call. A captured stream (cudaStreamBeginCapture) may be given
// to Plan::execute() with scratch of the caller's own, and the graph replayed as often as wanted while plan and buffers
// live; anything that would wait, copy to or from the host, or allocate on that stream throws Error(invalid_argument).
//
// Planning throws Error(invalid_argument) while a stream of the device is captured, in whatever thread: one that is
// wrapped at the time, or one that synchronises with the default stream. (CUDA has no way to ask whether a thread is in
// a capture without breaking the capture. So a capture on a non-blocking stream that is not wrapped is not detected;
// planning then works, and does not disturb the capture.) Buffers may be allocated and freed at any time; that is not
// part of the graph.
//
// Executions without scratch take it from a memory pool of the device in the stream's order (cuMemAllocFromPoolAsync)
// and wait for nothing. The pool keeps up to a sixteenth of the device's memory for the next execution, until the last
// handle to the device goes. On devices without memory pools, giving it back makes a later call wait.
//
// Callbacks and destructors: memory whose last handle is destroyed in a completion callback is freed at the next
// allocation, host copy or synchronisation, because CUDA must not be called in a callback.
#pragma once

#include <cstddef>
#include <papilio/device.hpp>

namespace papilio::cuda {

/// The device of this number, which is Device("cuda:0") for 0: it uses the primary context, as the runtime API does.
/// Throws Error(no_device) where there is none.
PAPILIO_API Device wrap_device(int ordinal);
/// CUcontext: a context of cuCtxCreate or the primary one. Throws Error(invalid_argument) for null.
PAPILIO_API Device wrap_device(void* context);
/// CUstream or cudaStream_t of the device's context; null is its default stream. Throws Error(invalid_argument) for a
/// stream of another context.
PAPILIO_API Stream wrap_stream(const Device& device, void* stream);
/// A device pointer of `bytes` bytes, on a multiple of 16 bytes; it may point into an allocation. Throws
/// Error(invalid_argument) for host memory, memory of another device, and addresses that are not aligned.
PAPILIO_API Buffer wrap_pointer(const Device& device, void* pointer, std::size_t bytes);

/// The other way round: the CUcontext of a device, the CUstream of a stream (null is the default one) and the address
/// of a buffer, for other libraries. They belong to the handles and live as long. Throw Error(invalid_argument) for a
/// handle of another backend.
PAPILIO_API void* native_context(const Device& device);
PAPILIO_API void* native_stream(const Stream& stream);
PAPILIO_API void* native_pointer(const Buffer& buffer);

}  // namespace papilio::cuda
