// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Prints what functions return for handles, sizes and settings that are wrong or unusual, a line each: run with either
// library, the outputs show how they differ. It fails only if the library does not answer.
#include <climits>

#include "client.hpp"

using namespace client;

namespace {

void print(const std::string& what, cufftResult result) {
  std::printf("%-60s %d\n", what.c_str(), result);
  std::fflush(stdout);
}

class Handle {
 public:
  Handle() { check(cufftCreate(&plan_), "cufftCreate"); }
  ~Handle() { cufftDestroy(plan_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator cufftHandle() const { return plan_; }  // NOLINT: it is used like one

 private:
  cufftHandle plan_ = 0;
};

/// Makes a plan on a new handle with each wrong number in turn.
void sizes() {
  std::size_t bytes = 0;
  for (const int wrong : {0, -1, INT_MAX}) {
    const std::string n = std::to_string(wrong);
    print("MakePlan1d of " + n, cufftMakePlan1d(Handle(), wrong, CUFFT_C2C, 1, &bytes));
    if (wrong <= 0) print("MakePlan1d with a batch of " + n, cufftMakePlan1d(Handle(), 8, CUFFT_C2C, wrong, &bytes));
    print("MakePlan1d of type " + n, cufftMakePlan1d(Handle(), 8, static_cast<cufftType>(wrong), 1, &bytes));
    if (wrong <= 0) print("MakePlan2d of 8 x " + n, cufftMakePlan2d(Handle(), 8, wrong, CUFFT_C2C, &bytes));
    print("Estimate1d of " + n, cufftEstimate1d(wrong, CUFFT_C2C, 1, &bytes));
    int lengths[] = {8, 8, 8, 8};
    print("MakePlanMany of rank " + n, cufftMakePlanMany(Handle(), wrong == INT_MAX ? 4 : wrong, lengths, nullptr, 1, 8,
                                                         nullptr, 1, 8, CUFFT_C2C, 2, &bytes));
    print("MakePlanMany with istride " + n,
          cufftMakePlanMany(Handle(), 1, lengths, lengths, wrong, 8, lengths, 1, 8, CUFFT_C2C, 2, &bytes));
    print("MakePlanMany with idist " + n,
          cufftMakePlanMany(Handle(), 1, lengths, lengths, 1, wrong, lengths, 1, 8, CUFFT_C2C, 2, &bytes));
    print("MakePlanMany with odist " + n,
          cufftMakePlanMany(Handle(), 1, lengths, lengths, 1, 8, lengths, 1, wrong, CUFFT_C2C, 2, &bytes));
  }
}

void types() {
  std::size_t bytes = 0;
  long long n[] = {12};
  const auto make = [&](cudaDataType in, cudaDataType out, cudaDataType execution) {
    return cufftXtMakePlanMany(Handle(), 1, n, nullptr, 1, 12, in, nullptr, 1, 12, out, 1, &bytes, execution);
  };
  print("XtMakePlanMany of f16, length 12", make(CUDA_C_16F, CUDA_C_16F, CUDA_C_16F));
  print("XtMakePlanMany of bf16, length 12", make(CUDA_R_16BF, CUDA_C_16BF, CUDA_C_16BF));
  print("XtMakePlanMany real to real", make(CUDA_R_32F, CUDA_R_32F, CUDA_C_32F));
  print("XtMakePlanMany of two precisions", make(CUDA_C_32F, CUDA_C_64F, CUDA_C_64F));
  print("XtMakePlanMany executed as real", make(CUDA_R_32F, CUDA_C_32F, CUDA_R_32F));
  print("XtMakePlanMany of integers", make(CUDA_C_8I, CUDA_C_8I, CUDA_C_8I));
}

void handles() {
  std::size_t bytes = 0;
  const DeviceBytes data(4096);
  auto* x = reinterpret_cast<cufftComplex*>(data.get());
  print("Destroy of -1", cufftDestroy(CUFFT_PLAN_NULL));
  print("Destroy of 987654321", cufftDestroy(987654321));
  print("SetStream of -1", cufftSetStream(-1, nullptr));
  print("ExecC2C of -1", cufftExecC2C(-1, x, x, CUFFT_FORWARD));
  print("GetSize of -1", cufftGetSize(-1, &bytes));
  {
    const Handle plan;
    print("GetSize before MakePlan", cufftGetSize(plan, &bytes));
    print("SetStream before MakePlan", cufftSetStream(plan, nullptr));
    print("SetWorkArea before MakePlan", cufftSetWorkArea(plan, x));
    print("SetWorkArea of null before MakePlan", cufftSetWorkArea(plan, nullptr));
    print("ExecC2C before MakePlan", cufftExecC2C(plan, x, x, CUFFT_FORWARD));
    print("SetPlanPropertyInt64 of an unknown one", cufftSetPlanPropertyInt64(plan, static_cast<cufftProperty>(77), 1));
    print("SetPlanPropertyInt64 of PATIENT_JIT to 7",
          cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 7));
    print("XtSetWorkAreaPolicy before MakePlan", cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, nullptr));
    int devices[] = {0, 1};
    print("XtSetGPUs of 0", cufftXtSetGPUs(plan, 0, devices));
    print("XtSetGPUs of 1", cufftXtSetGPUs(plan, 1, devices));
    print("XtSetGPUs of null", cufftXtSetGPUs(plan, 2, nullptr));
  }
  const Handle plan;
  check(cufftMakePlan1d(plan, 16, CUFFT_C2C, 2, &bytes), "cufftMakePlan1d");
  print("MakePlan1d again", cufftMakePlan1d(plan, 16, CUFFT_C2C, 2, &bytes));
  print("SetAutoAllocation after MakePlan", cufftSetAutoAllocation(plan, 0));
  print("SetPlanPropertyInt64 after MakePlan",
        cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1));
  print("ExecC2C in direction 0", cufftExecC2C(plan, x, x, 0));
  print("ExecC2C in direction 5", cufftExecC2C(plan, x, x, 5));
  print("ExecC2C of null input", cufftExecC2C(plan, nullptr, x, CUFFT_FORWARD));
  print("ExecC2C of null output", cufftExecC2C(plan, x, nullptr, CUFFT_FORWARD));
  print("ExecZ2Z of a C2C plan", cufftExecZ2Z(plan, reinterpret_cast<cufftDoubleComplex*>(x),
                                              reinterpret_cast<cufftDoubleComplex*>(x), CUFFT_FORWARD));
  print("ExecR2C of a C2C plan", cufftExecR2C(plan, reinterpret_cast<float*>(x), x));
  std::size_t limit = 0;
  print("XtSetWorkAreaPolicy MINIMAL", cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, nullptr));
  print("XtSetWorkAreaPolicy USER of 0", cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_USER, &limit));
  print("XtSetWorkAreaPolicy of 9", cufftXtSetWorkAreaPolicy(plan, static_cast<cufftXtWorkAreaPolicy>(9), &limit));
  void* pointer = x;
  print("XtSetCallback", cufftXtSetCallback(plan, &pointer, CUFFT_CB_LD_COMPLEX, nullptr));
  print("XtClearCallback", cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
  print("XtSetCallbackSharedSize", cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 16));
  cufftXt1dFactors factors = {};
  print("XtQueryPlan", cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS));
  int value = 0;
  print("GetProperty of 3", cufftGetProperty(static_cast<libraryPropertyType>(3), &value));
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

}  // namespace

int main() {
  sizes();
  types();
  handles();
  std::printf("passed\n");
}
