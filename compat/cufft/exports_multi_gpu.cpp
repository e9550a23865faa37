// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufftXt.h about plans over several GPUs. A handle without such a plan is invalid_plan.
#include <cstddef>

#include "compat/cufft/call_handle.hpp"
#include "compat/cufft/multi_gpu/descriptor.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

namespace {

int execute(const char* function, const Expected& expected, int plan, XtDescriptor* in, XtDescriptor* out,
            int direction) noexcept {
  return Export(function, plan, in, out, direction)([&] {
    return with_handle(plan,
                       [&](FftHandle& handle) { return handle.execute_descriptors(in, out, direction, expected); });
  });
}

/// Calls `use` with the plan of a handle if the other arguments are `sound`.
template <typename Use>
Result with_plan(int plan, bool sound, const Use& use) {
  return with_handle(plan, [&](FftHandle& handle) { return sound ? handle.with_multi_gpu_plan(use) : invalid_value; });
}

}  // namespace

extern "C" {

int cufftXtSetGPUs(int plan, int count, int* devices) {
  return on_handle(__func__, &FftHandle::set_gpus, plan, count, devices);
}

int cufftXtMalloc(int plan, XtDescriptor** descriptor, int format) {
  return Export(__func__, plan, descriptor, format)([&] {
    return with_plan(plan, descriptor != nullptr,
                     [&](const MultiGpuPlan& gpus) { return make_descriptor(gpus, format, descriptor); });
  });
}

int cufftXtFree(XtDescriptor* descriptor) {
  return Export(__func__, descriptor)([&] { return free_descriptor(descriptor); });
}

int cufftXtMemcpy(int plan, void* to, void* from, int type) {
  return Export(__func__, plan, to, from, type)([&] {
    return with_plan(plan, to != nullptr && from != nullptr,
                     [&](const MultiGpuPlan& gpus) { return copy_array(gpus, to, from, type); });
  });
}

int cufftXtQueryPlan(int plan, Xt1dFactors* factors, int type) {
  return Export(__func__, plan, factors, type)([&] {
    return with_plan(plan, factors != nullptr && type == query_1d_factors,
                     [&](const MultiGpuPlan& gpus) { return gpus.factors(*factors); });
  });
}

int cufftXtExecDescriptor(int plan, XtDescriptor* in, XtDescriptor* out, int direction) {
  return execute(__func__, any_transform, plan, in, out, direction);
}

int cufftXtExecDescriptorC2C(int plan, XtDescriptor* in, XtDescriptor* out, int direction) {
  return execute(__func__, only_c2c, plan, in, out, direction);
}

int cufftXtExecDescriptorR2C(int plan, XtDescriptor* in, XtDescriptor* out) {
  return execute(__func__, only_r2c, plan, in, out, forward_direction);
}

int cufftXtExecDescriptorC2R(int plan, XtDescriptor* in, XtDescriptor* out) {
  return execute(__func__, only_c2r, plan, in, out, inverse_direction);
}

int cufftXtExecDescriptorZ2Z(int plan, XtDescriptor* in, XtDescriptor* out, int direction) {
  return execute(__func__, only_z2z, plan, in, out, direction);
}

int cufftXtExecDescriptorD2Z(int plan, XtDescriptor* in, XtDescriptor* out) {
  return execute(__func__, only_d2z, plan, in, out, forward_direction);
}

int cufftXtExecDescriptorZ2D(int plan, XtDescriptor* in, XtDescriptor* out) {
  return execute(__func__, only_z2d, plan, in, out, inverse_direction);
}

}  // extern "C"
