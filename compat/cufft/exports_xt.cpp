// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufftXt.h. Those about several GPUs, and callbacks, say that they are not there; they check their
// handle first, because programs also pass handles of the genuine library.
#include <cstddef>

#include "compat/cufft/arguments.hpp"
#include "compat/cufft/call_handle.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

namespace {

struct DataTypes {
  int input;
  int output;
  int execution;
};

ReadRequest read_xt(const Arrays<long long>& arrays, const DataTypes& types) {
  ReadRequest read;
  read.result = read.request.set_types(types.input, types.output, types.execution);
  if (read.result == success) read.result = fill(arrays, read.request);
  return read;
}

/// Of a function that is not there, with the pointers that it must have.
Result missing(int plan, bool sound, Result result) {
  return with_handle(plan, [&](Handle&) { return sound ? result : invalid_value; });
}

}  // namespace

extern "C" {

int cufftXtMakePlanMany(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                        int input_type, long long* onembed, long long ostride, long long odist, int output_type,
                        long long batch, std::size_t* work_size, int execution_type) {
  return call(
      "cufftXtMakePlanMany",
      [&] {
        const Arrays<long long> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return make_plan(plan, read_xt(arrays, {input_type, output_type, execution_type}), work_size);
      },
      plan, rank, n, inembed, istride, idist, input_type, onembed, ostride, odist, output_type, batch, work_size,
      execution_type);
}

int cufftXtGetSizeMany(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,
                       int input_type, long long* onembed, long long ostride, long long odist, int output_type,
                       long long batch, std::size_t* work_size, int execution_type) {
  return call(
      "cufftXtGetSizeMany",
      [&] {
        const Arrays<long long> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};
        return get_size(plan, read_xt(arrays, {input_type, output_type, execution_type}), work_size);
      },
      plan, rank, n, inembed, istride, idist, input_type, onembed, ostride, odist, output_type, batch, work_size,
      execution_type);
}

int cufftXtExec(int plan, void* in, void* out, int direction) {
  return call(
      "cufftXtExec",
      [&] { return with_handle(plan, [&](Handle& handle) { return handle.execute(in, out, direction, {}); }); }, plan,
      in, out, direction);
}

int cufftXtSetWorkArea(int plan, void** areas) {
  return call(
      "cufftXtSetWorkArea",
      [&] {
        return with_handle(plan, [&](Handle& handle) {
          if (areas == nullptr) return invalid_value;
          handle.set_work_area(areas[0]);
          return success;
        });
      },
      plan, areas);
}

int cufftXtSetWorkAreaPolicy(int plan, int policy, std::size_t* work_size) {
  return call(
      "cufftXtSetWorkAreaPolicy",
      [&] { return with_handle(plan, [&](Handle& handle) { return handle.set_policy(policy, work_size); }); }, plan,
      policy, work_size);
}

/// Exported by the genuine library, but declared in no header.
int cufftXtMakePlanGuru64(int plan) {
  return call(
      "cufftXtMakePlanGuru64", [&] { return missing(plan, true, not_implemented); }, plan);
}

int cufftXtSetGPUs(int plan, int count, int* devices) {
  return call(
      "cufftXtSetGPUs", [&] { return missing(plan, count > 0 && devices != nullptr, not_supported); }, plan, count,
      devices);
}

int cufftXtMalloc(int plan, void** descriptor, int format) {
  return call(
      "cufftXtMalloc", [&] { return missing(plan, descriptor != nullptr, not_supported); }, plan, descriptor, format);
}

/// There are no descriptors of this library.
int cufftXtFree(void* descriptor) {
  return call(
      "cufftXtFree", [&] { return invalid_value; }, descriptor);
}

int cufftXtMemcpy(int plan, void* to, void* from, int type) {
  return call(
      "cufftXtMemcpy", [&] { return missing(plan, to != nullptr && from != nullptr, not_supported); }, plan, to, from,
      type);
}

int cufftXtQueryPlan(int plan, void* query, int type) {
  return call(
      "cufftXtQueryPlan", [&] { return missing(plan, query != nullptr, not_supported); }, plan, query, type);
}

int cufftXtExecDescriptor(int plan, void* in, void* out, int direction) {
  return call(
      "cufftXtExecDescriptor", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan, in,
      out, direction);
}

int cufftXtExecDescriptorC2C(int plan, void* in, void* out, int direction) {
  return call(
      "cufftXtExecDescriptorC2C", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan,
      in, out, direction);
}

int cufftXtExecDescriptorR2C(int plan, void* in, void* out) {
  return call(
      "cufftXtExecDescriptorR2C", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan,
      in, out);
}

int cufftXtExecDescriptorC2R(int plan, void* in, void* out) {
  return call(
      "cufftXtExecDescriptorC2R", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan,
      in, out);
}

int cufftXtExecDescriptorZ2Z(int plan, void* in, void* out, int direction) {
  return call(
      "cufftXtExecDescriptorZ2Z", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan,
      in, out, direction);
}

int cufftXtExecDescriptorD2Z(int plan, void* in, void* out) {
  return call(
      "cufftXtExecDescriptorD2Z", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan,
      in, out);
}

int cufftXtExecDescriptorZ2D(int plan, void* in, void* out) {
  return call(
      "cufftXtExecDescriptorZ2D", [&] { return missing(plan, in != nullptr && out != nullptr, not_supported); }, plan,
      in, out);
}

/// The genuine library has these in its static form only.
int cufftXtSetCallback(int plan, void** routine, int type, void** data) {
  return call(
      "cufftXtSetCallback", [&] { return missing(plan, routine != nullptr, not_implemented); }, plan, routine, type,
      data);
}

int cufftXtClearCallback(int plan, int type) {
  return call(
      "cufftXtClearCallback", [&] { return missing(plan, true, not_implemented); }, plan, type);
}

int cufftXtSetCallbackSharedSize(int plan, int type, std::size_t bytes) {
  return call(
      "cufftXtSetCallbackSharedSize", [&] { return missing(plan, true, not_implemented); }, plan, type, bytes);
}

/// CUDA 13 has one argument more than CUDA 12, so only the handle is looked at.
int cufftXtSetJITCallback(int plan) {
  return call(
      "cufftXtSetJITCallback", [&] { return missing(plan, true, not_supported); }, plan);
}

}  // extern "C"
