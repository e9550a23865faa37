// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The functions of cufftXt.h but for those about several GPUs (exports_multi_gpu.cpp). Callbacks say that they are not
// there; they check their handle first, because programs also pass handles of the genuine library.
#include <cstddef>
#include <string>

#include "compat/cufft/arguments.hpp"
#include "compat/cufft/call_handle.hpp"

using namespace papilio::compat::cufft;  // NOLINT: the functions below are the library's exports

namespace {

struct DataTypes {
  int input;
  int output;
  int execution;
};

ReadRequest read_xt(const LayoutArrays<long long>& arrays, const DataTypes& types) {
  ReadRequest read;
  read.result = read.request.set_types(types.input, types.output, types.execution);
  if (read.result == success) read.result = fill(arrays, read.request);
  return read;
}

/// A function that is not there, and what to use.
struct MissingFunction {
  const char* name;
  Result result;
  const char* instead;
};

constexpr const char* instead_of_callbacks =
    "a callback is a device function, and only a static library can be linked with one: use a kernel before or after "
    "the transform, or Papilio's API with callbacks as source text";
constexpr const char* instead_of_lto =
    "LTO-IR is the format of NVIDIA's compiler: use a kernel before or after the transform, or Papilio's API with "
    "callbacks as source text";

/// The function's result, unless `null` names an argument that is null and must not be.
template <typename... Arguments>
int missing(const MissingFunction& function, const char* null, int plan, Arguments... arguments) noexcept {
  return Export(function.name, plan, arguments...)([&] {
    return with_handle(plan, [&](FftHandle&) {
      if (null != nullptr) {
        note(std::string(null) + " is null");
        return invalid_value;
      }
      note(function.instead);
      return function.result;
    });
  });
}

}  // namespace

/// As PAPILIO_CUFFT_PLANNERS, with a type of data for either side.
#define PAPILIO_CUFFT_XT_PLANNER(name, action)                                                                        \
  int cufftXt##name##Many(int plan, int rank, long long* n, long long* inembed, long long istride, long long idist,   \
                          int input_type, long long* onembed, long long ostride, long long odist, int output_type,    \
                          long long batch, std::size_t* work_size, int execution_type) {                              \
    const LayoutArrays<long long> arrays{rank, n, inembed, istride, idist, onembed, ostride, odist, batch};           \
    const DataTypes types{input_type, output_type, execution_type};                                                   \
    return Export(__func__, plan, rank, n, inembed, istride, idist, input_type, onembed, ostride, odist, output_type, \
                  batch, work_size, execution_type)([&] { return action(plan, read_xt(arrays, types), work_size); }); \
  }

extern "C" {

PAPILIO_CUFFT_XT_PLANNER(MakePlan, make_plan)
PAPILIO_CUFFT_XT_PLANNER(GetSize, get_size)

int cufftXtExec(int plan, void* in, void* out, int direction) {
  return Export(__func__, plan, in, out, direction)(
      [&] { return with_handle(plan, [&](FftHandle& handle) { return handle.execute(in, out, direction, {}); }); });
}

int cufftXtSetWorkArea(int plan, void** areas) { return on_handle(__func__, &FftHandle::set_work_areas, plan, areas); }

int cufftXtSetWorkAreaPolicy(int plan, int policy, std::size_t* work_size) {
  return on_handle(__func__, &FftHandle::set_policy, plan, policy, work_size);
}

/// Exported by the genuine library, but declared in no header.
int cufftXtMakePlanGuru64(int plan) {
  return missing({__func__, not_implemented, "no header declares it: use cufftXtMakePlanMany"}, nullptr, plan);
}

/// The genuine library has these in its static form only.
int cufftXtSetCallback(int plan, void** routine, int type, void** data) {
  const char* const null = routine == nullptr ? "the array of callback functions" : nullptr;
  return missing({__func__, not_implemented, instead_of_callbacks}, null, plan, routine, type, data);
}

int cufftXtClearCallback(int plan, int type) {
  return missing({__func__, not_implemented, instead_of_callbacks}, nullptr, plan, type);
}

int cufftXtSetCallbackSharedSize(int plan, int type, std::size_t bytes) {
  return missing({__func__, not_implemented, instead_of_callbacks}, nullptr, plan, type, bytes);
}

/// CUDA 13 has one argument more than CUDA 12, so only the handle is looked at.
int cufftXtSetJITCallback(int plan) { return missing({__func__, not_supported, instead_of_lto}, nullptr, plan); }

}  // extern "C"
