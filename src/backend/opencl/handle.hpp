// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Handles of OpenCL objects: one reference each, which a clCreate… or clRetain… call returned.
#pragma once

#include "backend/opencl/symbols.hpp"
#include "runtime/handle.hpp"

namespace papilio::backend::opencl {

template <typename T, auto Free>
void free_object(const ClSymbols*&& cl, T value) noexcept {
  (cl->*Free)(value);
}
template <typename T, auto Free>
using ClHandle = runtime::Handle<T, const ClSymbols*, free_object<T, Free>>;

using ClContextHandle = ClHandle<cl_context, &ClSymbols::clReleaseContext>;
using ClQueueHandle = ClHandle<cl_command_queue, &ClSymbols::clReleaseCommandQueue>;
using ClMemoryHandle = ClHandle<cl_mem, &ClSymbols::clReleaseMemObject>;
using ClProgramHandle = ClHandle<cl_program, &ClSymbols::clReleaseProgram>;
using ClKernelHandle = ClHandle<cl_kernel, &ClSymbols::clReleaseKernel>;
using ClEventHandle = ClHandle<cl_event, &ClSymbols::clReleaseEvent>;

}  // namespace papilio::backend::opencl
