// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufft.h that use a plan, and those about the library.
#include <cstddef>

#include "compat/cufft/call_handle.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

namespace {

constexpr Expected only(papilio::Kind kind, papilio::Precision precision) { return {false, kind, precision}; }

Result execute(int plan, void* in, void* out, int direction, const Expected& expected) {
  return with_handle(plan, [&](Handle& handle) { return handle.execute(in, out, direction, expected); });
}

}  // namespace

extern "C" {

int cufftCreate(int* plan) {
  return call(
      "cufftCreate",
      [&] {
        if (plan == nullptr) return invalid_value;
        *plan = add_handle();
        return success;
      },
      plan);
}

int cufftDestroy(int plan) {
  return call(
      "cufftDestroy", [&] { return remove_handle(plan) ? success : invalid_plan; }, plan);
}

int cufftGetSize(int plan, std::size_t* work_size) {
  return call(
      "cufftGetSize",
      [&] {
        return with_handle(plan, [&](Handle& handle) { return work_size ? handle.size(*work_size) : invalid_value; });
      },
      plan, work_size);
}

int cufftSetWorkArea(int plan, void* area) {
  return call(
      "cufftSetWorkArea", [&] { return with_handle(plan, [&](Handle& handle) { return handle.set_work_area(area); }); },
      plan, area);
}

int cufftSetAutoAllocation(int plan, int on) {
  return call(
      "cufftSetAutoAllocation",
      [&] { return with_handle(plan, [&](Handle& handle) { return handle.set_auto_allocation(on != 0); }); }, plan, on);
}

int cufftSetStream(int plan, void* stream) {
  return call(
      "cufftSetStream", [&] { return with_handle(plan, [&](Handle& handle) { return handle.set_stream(stream); }); },
      plan, stream);
}

int cufftExecC2C(int plan, void* in, void* out, int direction) {
  return call(
      "cufftExecC2C",
      [&] { return execute(plan, in, out, direction, only(papilio::Kind::c2c, papilio::Precision::f32)); }, plan, in,
      out, direction);
}

int cufftExecR2C(int plan, void* in, void* out) {
  return call(
      "cufftExecR2C",
      [&] { return execute(plan, in, out, forward_direction, only(papilio::Kind::r2c, papilio::Precision::f32)); },
      plan, in, out);
}

int cufftExecC2R(int plan, void* in, void* out) {
  return call(
      "cufftExecC2R",
      [&] { return execute(plan, in, out, inverse_direction, only(papilio::Kind::c2r, papilio::Precision::f32)); },
      plan, in, out);
}

int cufftExecZ2Z(int plan, void* in, void* out, int direction) {
  return call(
      "cufftExecZ2Z",
      [&] { return execute(plan, in, out, direction, only(papilio::Kind::c2c, papilio::Precision::f64)); }, plan, in,
      out, direction);
}

int cufftExecD2Z(int plan, void* in, void* out) {
  return call(
      "cufftExecD2Z",
      [&] { return execute(plan, in, out, forward_direction, only(papilio::Kind::r2c, papilio::Precision::f64)); },
      plan, in, out);
}

int cufftExecZ2D(int plan, void* in, void* out) {
  return call(
      "cufftExecZ2D",
      [&] { return execute(plan, in, out, inverse_direction, only(papilio::Kind::c2r, papilio::Precision::f64)); },
      plan, in, out);
}

int cufftGetVersion(int* version) {
  return call(
      "cufftGetVersion",
      [&] {
        if (version == nullptr) return invalid_value;
        *version = library_version.major * 1000 + library_version.minor * 100 + library_version.patch;
        return success;
      },
      version);
}

int cufftGetProperty(int type, int* value) {
  return call(
      "cufftGetProperty",
      [&] {
        const int parts[] = {library_version.major, library_version.minor, library_version.patch};
        if (value == nullptr || type < 0 || type > 2) return invalid_value;
        *value = parts[type];
        return success;
      },
      type, value);
}

int cufftSetPlanPropertyInt64(int plan, int property, long long value) {
  return call(
      "cufftSetPlanPropertyInt64",
      [&] { return with_handle(plan, [&](Handle& handle) { return handle.set_property(property, value); }); }, plan,
      property, value);
}

int cufftGetPlanPropertyInt64(int plan, int property, long long* value) {
  return call(
      "cufftGetPlanPropertyInt64",
      [&] {
        return with_handle(plan, [&](Handle& handle) {
          return value == nullptr ? invalid_value : handle.get_property(property, *value);
        });
      },
      plan, property, value);
}

int cufftResetPlanProperty(int plan, int property) {
  return call(
      "cufftResetPlanProperty",
      [&] { return with_handle(plan, [&](Handle& handle) { return handle.reset_property(property); }); }, plan,
      property);
}

/// Exported by the genuine library and declared nowhere; it does nothing there either.
int cufftDebug() { return success; }

}  // extern "C"
