// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Every function that Papilio calls (src/backend/opencl/symbols.hpp), forwarded or failed.
#include "support/faulty_opencl/faulty_opencl.hpp"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <new>

namespace papilio::test {
namespace {

FaultyOpenCl& state() {
  static auto* const instance = new FaultyOpenCl;
  return *instance;
}

void* real_library() {
  static void* const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  return library;
}

/// The real function of this name.
template <typename Function>
Function real(const char* name, Function /*declared*/) {
  void* const found = dlsym(real_library(), name);
  if (found == nullptr) {
    std::fprintf(stderr, "faulty_opencl: no %s: %s\n", name, dlerror());
    std::abort();
  }
  return reinterpret_cast<Function>(found);
}

/// The status that this call shall return; CL_SUCCESS: it is forwarded.
cl_int begin(const char* name) {
  FaultyOpenCl& faulty = state();
  const InsideDriver inside;  // what follows allocates
  if (faulty.watched == name) ++faulty.watched_calls;
  if (faulty.throws == name) throw std::bad_alloc();
  return faulty.begin(name, statuses_of(name), lost_status_of(name));
}

}  // namespace
}  // namespace papilio::test

using papilio::test::begin;
using papilio::test::InsideDriver;
using papilio::test::real;
using papilio::test::state;

// NOLINTBEGIN(bugprone-macro-parentheses): parameters and arguments are lists
#define PAPILIO_FORWARD(name, parameters, arguments)                             \
  cl_int name parameters {                                                       \
    static const auto function = real(#name, &name);                             \
    if (const cl_int status = begin(#name); status != CL_SUCCESS) return status; \
    const InsideDriver inside;                                                   \
    return function arguments;                                                   \
  }
#define PAPILIO_CREATE(type, name, parameters, arguments, status)       \
  type name parameters {                                                \
    static const auto function = real(#name, &name);                    \
    if (const cl_int injected = begin(#name); injected != CL_SUCCESS) { \
      if (status != nullptr) *status = injected;                        \
      return nullptr;                                                   \
    }                                                                   \
    const InsideDriver inside;                                          \
    const type made = function arguments;                               \
    if (made != nullptr) ++state().live;                                \
    return made;                                                        \
  }
#define PAPILIO_COUNTED(name, parameters, arguments, change) \
  cl_int name parameters {                                   \
    static const auto function = real(#name, &name);         \
    const cl_int injected = begin(#name);                    \
    const InsideDriver inside;                               \
    const cl_int status = function arguments;                \
    if (status == CL_SUCCESS) state().live += change;        \
    return injected != CL_SUCCESS ? injected : status;       \
  }
#define PAPILIO_RELEASE(name, parameters, arguments) PAPILIO_COUNTED(name, parameters, arguments, -1)
#define PAPILIO_RETAIN(name, parameters, arguments)                              \
  cl_int name parameters {                                                       \
    static const auto function = real(#name, &name);                             \
    if (const cl_int status = begin(#name); status != CL_SUCCESS) return status; \
    const InsideDriver inside;                                                   \
    const cl_int status = function arguments;                                    \
    if (status == CL_SUCCESS) ++state().live;                                    \
    return status;                                                               \
  }
#define PAPILIO_ENQUEUE(name, parameters, arguments, event)                      \
  cl_int name parameters {                                                       \
    static const auto function = real(#name, &name);                             \
    if (const cl_int status = begin(#name); status != CL_SUCCESS) return status; \
    const InsideDriver inside;                                                   \
    const cl_int status = function arguments;                                    \
    if (status == CL_SUCCESS && event != nullptr) ++state().live;                \
    return status;                                                               \
  }
// NOLINTEND(bugprone-macro-parentheses)

extern "C" {

papilio::test::FaultyOpenCl* faulty_opencl_state() { return &state(); }
bool faulty_opencl_is_inside() { return papilio::test::InsideDriver::depth() > 0; }

PAPILIO_FORWARD(clGetPlatformIDs, (cl_uint a, cl_platform_id* b, cl_uint* c), (a, b, c))
PAPILIO_FORWARD(clGetPlatformInfo, (cl_platform_id a, cl_platform_info b, size_t c, void* d, size_t* e),
                (a, b, c, d, e))
PAPILIO_FORWARD(clGetDeviceIDs, (cl_platform_id a, cl_device_type b, cl_uint c, cl_device_id* d, cl_uint* e),
                (a, b, c, d, e))
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value, size_t* needed) {
  static const auto function = real("clGetDeviceInfo", &clGetDeviceInfo);
  if (const cl_int status = begin("clGetDeviceInfo"); status != CL_SUCCESS) return status;
  const InsideDriver inside;
  const cl_int status = function(device, what, size, value, needed);
  if (what == CL_DEVICE_TYPE && value != nullptr && state().as_gpu) {
    *static_cast<cl_device_type*>(value) = CL_DEVICE_TYPE_GPU;
  }
  return status;
}
PAPILIO_CREATE(cl_context, clCreateContext,
               (const cl_context_properties* a, cl_uint b, const cl_device_id* c,
                void(CL_CALLBACK* d)(const char* errinfo, const void* private_info, size_t cb, void* user_data),
                void* e, cl_int* f),
               (a, b, c, d, e, f), f)
PAPILIO_FORWARD(clGetContextInfo, (cl_context a, cl_context_info b, size_t c, void* d, size_t* e), (a, b, c, d, e))
PAPILIO_RETAIN(clRetainContext, (cl_context a), (a))
PAPILIO_RELEASE(clReleaseContext, (cl_context a), (a))
PAPILIO_CREATE(cl_command_queue, clCreateCommandQueue,
               (cl_context a, cl_device_id b, cl_command_queue_properties c, cl_int* d), (a, b, c, d), d)
PAPILIO_FORWARD(clGetCommandQueueInfo, (cl_command_queue a, cl_command_queue_info b, size_t c, void* d, size_t* e),
                (a, b, c, d, e))
PAPILIO_RETAIN(clRetainCommandQueue, (cl_command_queue a), (a))
PAPILIO_RELEASE(clReleaseCommandQueue, (cl_command_queue a), (a))
PAPILIO_CREATE(cl_mem, clCreateBuffer, (cl_context a, cl_mem_flags b, size_t c, void* d, cl_int* e), (a, b, c, d, e), e)
PAPILIO_CREATE(cl_mem, clCreateImage,
               (cl_context a, cl_mem_flags b, const cl_image_format* c, const cl_image_desc* d, void* e, cl_int* f),
               (a, b, c, d, e, f), f)
PAPILIO_FORWARD(clGetSupportedImageFormats,
                (cl_context a, cl_mem_flags b, cl_mem_object_type c, cl_uint d, cl_image_format* e, cl_uint* f),
                (a, b, c, d, e, f))
PAPILIO_FORWARD(clGetMemObjectInfo, (cl_mem a, cl_mem_info b, size_t c, void* d, size_t* e), (a, b, c, d, e))
PAPILIO_RETAIN(clRetainMemObject, (cl_mem a), (a))
PAPILIO_RELEASE(clReleaseMemObject, (cl_mem a), (a))
PAPILIO_CREATE(cl_program, clCreateProgramWithSource,
               (cl_context a, cl_uint b, const char** c, const size_t* d, cl_int* e), (a, b, c, d, e), e)
PAPILIO_CREATE(cl_program, clCreateProgramWithBinary,
               (cl_context a, cl_uint b, const cl_device_id* c, const size_t* d, const unsigned char** e, cl_int* f,
                cl_int* g),
               (a, b, c, d, e, f, g), g)
PAPILIO_FORWARD(clBuildProgram,
                (cl_program a, cl_uint b, const cl_device_id* c, const char* d,
                 void(CL_CALLBACK* e)(cl_program program, void* user_data), void* f),
                (a, b, c, d, e, f))
PAPILIO_FORWARD(clGetProgramInfo, (cl_program a, cl_program_info b, size_t c, void* d, size_t* e), (a, b, c, d, e))
PAPILIO_FORWARD(clGetProgramBuildInfo,
                (cl_program a, cl_device_id b, cl_program_build_info c, size_t d, void* e, size_t* f),
                (a, b, c, d, e, f))
PAPILIO_RELEASE(clReleaseProgram, (cl_program a), (a))
PAPILIO_CREATE(cl_kernel, clCreateKernel, (cl_program a, const char* b, cl_int* c), (a, b, c), c)
PAPILIO_FORWARD(clGetKernelInfo, (cl_kernel a, cl_kernel_info b, size_t c, void* d, size_t* e), (a, b, c, d, e))
PAPILIO_FORWARD(clGetKernelArgInfo, (cl_kernel a, cl_uint b, cl_kernel_arg_info c, size_t d, void* e, size_t* f),
                (a, b, c, d, e, f))
PAPILIO_FORWARD(clGetKernelWorkGroupInfo,
                (cl_kernel a, cl_device_id b, cl_kernel_work_group_info c, size_t d, void* e, size_t* f),
                (a, b, c, d, e, f))
PAPILIO_FORWARD(clSetKernelArg, (cl_kernel a, cl_uint b, size_t c, const void* d), (a, b, c, d))
PAPILIO_RELEASE(clReleaseKernel, (cl_kernel a), (a))
PAPILIO_ENQUEUE(clEnqueueNDRangeKernel,
                (cl_command_queue a, cl_kernel b, cl_uint c, const size_t* d, const size_t* e, const size_t* f,
                 cl_uint g, const cl_event* h, cl_event* i),
                (a, b, c, d, e, f, g, h, i), i)
PAPILIO_ENQUEUE(clEnqueueReadBuffer,
                (cl_command_queue a, cl_mem b, cl_bool c, size_t d, size_t e, void* f, cl_uint g, const cl_event* h,
                 cl_event* i),
                (a, b, c, d, e, f, g, h, i), i)
PAPILIO_ENQUEUE(clEnqueueWriteBuffer,
                (cl_command_queue a, cl_mem b, cl_bool c, size_t d, size_t e, const void* f, cl_uint g,
                 const cl_event* h, cl_event* i),
                (a, b, c, d, e, f, g, h, i), i)
PAPILIO_ENQUEUE(clEnqueueCopyBuffer,
                (cl_command_queue a, cl_mem b, cl_mem c, size_t d, size_t e, size_t f, cl_uint g, const cl_event* h,
                 cl_event* i),
                (a, b, c, d, e, f, g, h, i), i)
PAPILIO_ENQUEUE(clEnqueueFillBuffer,
                (cl_command_queue a, cl_mem b, const void* c, size_t d, size_t e, size_t f, cl_uint g,
                 const cl_event* h, cl_event* i),
                (a, b, c, d, e, f, g, h, i), i)
void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                         size_t bytes, cl_uint count, const cl_event* events, cl_event* event, cl_int* status) {
  static const auto function = real("clEnqueueMapBuffer", &clEnqueueMapBuffer);
  if (const cl_int injected = begin("clEnqueueMapBuffer"); injected != CL_SUCCESS) {
    if (status != nullptr) *status = injected;
    return nullptr;
  }
  const InsideDriver inside;
  return function(queue, buffer, blocking, flags, offset, bytes, count, events, event, status);
}
PAPILIO_ENQUEUE(clEnqueueUnmapMemObject,
                (cl_command_queue a, cl_mem b, void* c, cl_uint d, const cl_event* e, cl_event* f), (a, b, c, d, e, f),
                f)
PAPILIO_ENQUEUE(clEnqueueMarkerWithWaitList, (cl_command_queue a, cl_uint b, const cl_event* c, cl_event* d),
                (a, b, c, d), d)
PAPILIO_ENQUEUE(clEnqueueBarrierWithWaitList, (cl_command_queue a, cl_uint b, const cl_event* c, cl_event* d),
                (a, b, c, d), d)
PAPILIO_COUNTED(clFinish, (cl_command_queue a), (a), 0)
PAPILIO_COUNTED(clFlush, (cl_command_queue a), (a), 0)
PAPILIO_COUNTED(clWaitForEvents, (cl_uint a, const cl_event* b), (a, b), 0)
PAPILIO_FORWARD(clGetEventProfilingInfo, (cl_event a, cl_profiling_info b, size_t c, void* d, size_t* e),
                (a, b, c, d, e))
PAPILIO_FORWARD(clSetEventCallback,
                (cl_event a, cl_int b,
                 void(CL_CALLBACK* c)(cl_event event, cl_int event_command_status, void* user_data), void* d),
                (a, b, c, d))
PAPILIO_RELEASE(clReleaseEvent, (cl_event a), (a))

}  // extern "C"
