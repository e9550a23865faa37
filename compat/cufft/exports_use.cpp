// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufft.h that use a plan, and those about the library.
#include <cstddef>

#include "compat/cufft/call_handle.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

namespace {

Result execute(const Expected& expected, int plan, void* in, void* out, int direction) {
  return with_handle(plan, [&](FftHandle& handle) { return handle.execute(in, out, direction, expected); });
}

}  // namespace

extern "C" {

int cufftCreate(int* plan) {
  return Export(__func__, plan)([&] {
    if (plan == nullptr) return invalid_value;
    *plan = add_handle();
    return success;
  });
}

int cufftDestroy(int plan) {
  return Export(__func__, plan)([&] { return remove_handle(plan) ? success : invalid_plan; });
}

int cufftGetSize(int plan, std::size_t* work_size) { return on_handle(__func__, &FftHandle::size, plan, work_size); }

int cufftSetWorkArea(int plan, void* area) { return on_handle(__func__, &FftHandle::set_work_area, plan, area); }

int cufftSetAutoAllocation(int plan, int on) { return on_handle(__func__, &FftHandle::set_auto_allocation, plan, on); }

int cufftSetStream(int plan, void* stream) { return on_handle(__func__, &FftHandle::set_stream, plan, stream); }

int cufftExecC2C(int plan, void* in, void* out, int direction) {
  return Export(__func__, plan, in, out, direction)([&] { return execute(only_c2c, plan, in, out, direction); });
}

int cufftExecR2C(int plan, void* in, void* out) {
  return Export(__func__, plan, in, out)([&] { return execute(only_r2c, plan, in, out, forward_direction); });
}

int cufftExecC2R(int plan, void* in, void* out) {
  return Export(__func__, plan, in, out)([&] { return execute(only_c2r, plan, in, out, inverse_direction); });
}

int cufftExecZ2Z(int plan, void* in, void* out, int direction) {
  return Export(__func__, plan, in, out, direction)([&] { return execute(only_z2z, plan, in, out, direction); });
}

int cufftExecD2Z(int plan, void* in, void* out) {
  return Export(__func__, plan, in, out)([&] { return execute(only_d2z, plan, in, out, forward_direction); });
}

int cufftExecZ2D(int plan, void* in, void* out) {
  return Export(__func__, plan, in, out)([&] { return execute(only_z2d, plan, in, out, inverse_direction); });
}

int cufftGetVersion(int* version) {
  return Export(__func__, version)([&] {
    if (version == nullptr) return invalid_value;
    *version = library_version.major * 1000 + library_version.minor * 100 + library_version.patch;
    return success;
  });
}

int cufftGetProperty(int type, int* value) {
  return Export(__func__, type, value)([&] {
    const int parts[] = {library_version.major, library_version.minor, library_version.patch};
    if (value == nullptr || type < 0 || type > 2) return invalid_value;
    *value = parts[type];
    return success;
  });
}

int cufftSetPlanPropertyInt64(int plan, int property, long long value) {
  return on_handle(__func__, &FftHandle::set_property, plan, property, value);
}

int cufftGetPlanPropertyInt64(int plan, int property, long long* value) {
  return on_handle(__func__, &FftHandle::get_property, plan, property, value);
}

int cufftResetPlanProperty(int plan, int property) {
  return on_handle(__func__, &FftHandle::reset_property, plan, property);
}

/// Exported by the genuine library and declared nowhere; it does nothing there either.
int cufftDebug() { return success; }

}  // extern "C"
