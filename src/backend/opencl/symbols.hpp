// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The table of all OpenCL functions that Papilio calls: OpenCL 1.2 and nothing newer, so that any installed driver
// works. The headers provide the types; the library itself is never linked.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#define PAPILIO_OPENCL_SYMBOLS(X) \
  X(clGetPlatformIDs)             \
  X(clGetPlatformInfo)            \
  X(clGetDeviceIDs)               \
  X(clGetDeviceInfo)              \
  X(clCreateContext)              \
  X(clGetContextInfo)             \
  X(clRetainContext)              \
  X(clReleaseContext)             \
  X(clCreateCommandQueue)         \
  X(clGetCommandQueueInfo)        \
  X(clRetainCommandQueue)         \
  X(clReleaseCommandQueue)        \
  X(clCreateBuffer)               \
  X(clCreateImage)                \
  X(clGetSupportedImageFormats)   \
  X(clGetMemObjectInfo)           \
  X(clRetainMemObject)            \
  X(clReleaseMemObject)           \
  X(clCreateProgramWithSource)    \
  X(clCreateProgramWithBinary)    \
  X(clBuildProgram)               \
  X(clGetProgramInfo)             \
  X(clGetProgramBuildInfo)        \
  X(clReleaseProgram)             \
  X(clCreateKernel)               \
  X(clGetKernelInfo)              \
  X(clGetKernelArgInfo)           \
  X(clGetKernelWorkGroupInfo)     \
  X(clSetKernelArg)               \
  X(clReleaseKernel)              \
  X(clEnqueueNDRangeKernel)       \
  X(clEnqueueReadBuffer)          \
  X(clEnqueueWriteBuffer)         \
  X(clEnqueueCopyBuffer)          \
  X(clEnqueueFillBuffer)          \
  X(clEnqueueMapBuffer)           \
  X(clEnqueueUnmapMemObject)      \
  X(clEnqueueMarkerWithWaitList)  \
  X(clEnqueueBarrierWithWaitList) \
  X(clFinish)                     \
  X(clFlush)                      \
  X(clWaitForEvents)              \
  X(clGetEventProfilingInfo)      \
  X(clSetEventCallback)           \
  X(clReleaseEvent)

namespace papilio::backend::opencl {

#define PAPILIO_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
#define PAPILIO_OPENCL_VISIT(name) visit(#name, name);
struct ClSymbols {
  PAPILIO_OPENCL_SYMBOLS(PAPILIO_OPENCL_MEMBER)
  /// Required by runtime::DriverLibrary.
  template <typename Visit>
  void for_each(Visit visit) {
    PAPILIO_OPENCL_SYMBOLS(PAPILIO_OPENCL_VISIT)
  }
};
#undef PAPILIO_OPENCL_VISIT
#undef PAPILIO_OPENCL_MEMBER

}  // namespace papilio::backend::opencl
