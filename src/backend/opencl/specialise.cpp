// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/opencl/specialise.hpp"

#include <algorithm>
#include <array>

#include "backend/opencl/pocl_compiler.hpp"
#include "backend/opencl/status.hpp"

namespace papilio::backend::opencl {
namespace {

bool is_group_of_one(const ClSymbols& cl, cl_device_id device, cl_kernel kernel) {
  std::array<std::size_t, 3> size{};  // 0 0 0 if the source does not declare it
  return cl.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(size), size.data(),
                                     nullptr) == CL_SUCCESS &&
         size == std::array<std::size_t, 3>{1, 1, 1};
}

/// Images must not be null.
bool is_image(const ClSymbols& cl, cl_kernel kernel, cl_uint argument) {
  cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
  cl.clGetKernelArgInfo(kernel, argument, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(access), &access, nullptr);
  return access != CL_KERNEL_ARG_ACCESS_NONE;
}

/// Sets every scalar to 0 and every buffer to null. True if that succeeds and the kernel has a scalar.
bool set_arguments_to_nothing(const ClSymbols& cl, cl_kernel kernel) {
  cl_uint count = 0;
  if (cl.clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, nullptr) != CL_SUCCESS) return false;
  bool has_scalar = false;
  for (cl_uint i = 0; i < count; ++i) {
    cl_kernel_arg_address_qualifier space = 0;
    if (cl.clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space, nullptr) !=
            CL_SUCCESS ||
        is_image(cl, kernel, i)) {
      return false;
    }
    const cl_long zero = 0;
    const bool is_scalar = space == CL_KERNEL_ARG_ADDRESS_PRIVATE;
    const cl_int status = is_scalar ? cl.clSetKernelArg(kernel, i, sizeof(zero), &zero)
                                    : cl.clSetKernelArg(kernel, i, sizeof(cl_mem), nullptr);
    if (status != CL_SUCCESS) return false;
    has_scalar = has_scalar || is_scalar;
  }
  return has_scalar;
}

}  // namespace

bool specialise(const ClDevice& device, cl_kernel kernel) {
  const ClSymbols& cl = device.cl();
  if (!is_group_of_one(cl, device.native(), kernel) || !set_arguments_to_nothing(cl, kernel)) return false;
  cl_int status = CL_SUCCESS;
  ClQueueHandle queue(&cl, cl.clCreateCommandQueue(device.context(), device.native(), 0, &status));
  check(status, "clCreateCommandQueue");
  constexpr std::int64_t groups_per_core = 16;  // twice as many as launches have
  constexpr std::int64_t small_grid = 65534;
  const auto groups =
      static_cast<std::size_t>(std::clamp<std::int64_t>(groups_per_core * device.caps().compute_units, 1, small_grid));
  const std::size_t one = 1;
  const auto launch = [&] {
    return cl.clEnqueueNDRangeKernel(queue.get(), kernel, 1, nullptr, &groups, &one, 0, nullptr, nullptr);
  };
  try {
    status = PoclCompiler::of_process().run(PoclCompiler::Activity::launch, launch);
  } catch (...) {
    queue.detach();  // it may hold the launch, which will never end
    throw;
  }
  check(status, "launching a kernel with nothing to do");
  check(cl.clFinish(queue.get()), "clFinish");
  return true;
}

}  // namespace papilio::backend::opencl
