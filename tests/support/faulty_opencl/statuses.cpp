// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// OpenCL 1.2 specification, "Errors" of each function, without those that only a wrong program meets.
#include <CL/cl.h>

#include <map>
#include <vector>

#include "support/faulty_opencl/faulty_opencl.hpp"

namespace papilio::test {
namespace {

using Statuses = std::vector<int>;

const Statuses& common() {
  static const Statuses statuses = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY};
  return statuses;
}

const std::map<std::string_view, Statuses>& special() {
  static const Statuses commands = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                                    CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, CL_INVALID_COMMAND_QUEUE};
  static const std::map<std::string_view, Statuses> table = {
      {"clGetPlatformIDs", {CL_OUT_OF_HOST_MEMORY, -1001 /* CL_PLATFORM_NOT_FOUND_KHR */}},
      {"clGetPlatformInfo", {CL_OUT_OF_HOST_MEMORY, CL_INVALID_PLATFORM}},
      {"clGetDeviceIDs", {CL_DEVICE_NOT_FOUND, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY}},
      {"clGetDeviceInfo", {CL_INVALID_VALUE, CL_OUT_OF_HOST_MEMORY}},
      {"clCreateContext", {CL_DEVICE_NOT_AVAILABLE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY}},
      {"clCreateCommandQueue", {CL_INVALID_QUEUE_PROPERTIES, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY}},
      {"clCreateBuffer", {CL_INVALID_BUFFER_SIZE, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY}},
      {"clCreateProgramWithBinary", {CL_INVALID_BINARY, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY}},
      {"clBuildProgram",
       {CL_BUILD_PROGRAM_FAILURE, CL_COMPILER_NOT_AVAILABLE, CL_INVALID_BINARY, CL_OUT_OF_RESOURCES,
        CL_OUT_OF_HOST_MEMORY}},
      {"clCreateKernel", {CL_INVALID_KERNEL_NAME, CL_INVALID_PROGRAM_EXECUTABLE, CL_OUT_OF_HOST_MEMORY}},
      {"clGetKernelArgInfo", {CL_KERNEL_ARG_INFO_NOT_AVAILABLE}},
      {"clEnqueueNDRangeKernel",
       {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_INVALID_PROGRAM_EXECUTABLE,
        CL_INVALID_WORK_GROUP_SIZE}},
      {"clEnqueueReadBuffer", commands},
      {"clEnqueueWriteBuffer", commands},
      {"clEnqueueCopyBuffer", commands},
      {"clEnqueueFillBuffer", commands},
      {"clEnqueueMapBuffer", commands},
      {"clEnqueueUnmapMemObject", commands},
      {"clWaitForEvents", {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, CL_OUT_OF_RESOURCES}},
      {"clGetEventProfilingInfo", {CL_PROFILING_INFO_NOT_AVAILABLE, CL_OUT_OF_RESOURCES}},
  };
  return table;
}

}  // namespace

std::span<const int> statuses_of(std::string_view function) {
  const auto found = special().find(function);
  return found != special().end() ? found->second : common();
}

/// The standard has no word for it. Drivers answer like this: commands and what waits for them fail, objects can still
/// be released, and the list of devices is the driver's own.
int lost_status_of(std::string_view function) {
  if (function == "clCreateContext") return CL_DEVICE_NOT_AVAILABLE;
  for (const std::string_view prefix : {"clEnqueue", "clFinish", "clFlush", "clWaitForEvents", "clBuildProgram",
                                        "clCreateCommandQueue", "clCreateBuffer"}) {
    if (function.starts_with(prefix)) return CL_OUT_OF_RESOURCES;
  }
  return CL_SUCCESS;
}

}  // namespace papilio::test
