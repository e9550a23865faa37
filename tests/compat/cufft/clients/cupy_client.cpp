// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// As CuPy does it: MakePlan on a handle, again on the same handle after a failed allocation, all Exec functions, one
// plan in place and out of place, and callbacks that this library does not have.
#include "client.hpp"

using namespace client;

namespace {

void one_dimension(int n) {
  cufftHandle plan = 0;
  std::size_t bytes = 0;
  check(cufftCreate(&plan), "cufftCreate");
  check(cufftMakePlan1d(plan, n, CUFFT_C2C, 4, &bytes), "cufftMakePlan1d");
  check(cufftMakePlan1d(plan, n, CUFFT_C2C, 4, &bytes), "a second cufftMakePlan1d", CUFFT_INVALID_PLAN);
  for (const bool in_place : {false, true, false}) {
    for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
      Case c{Kind::c2c, {n}, 4, direction, in_place};
      verify<float>(std::string("one plan") + (in_place ? " in place" : ""), c, [&](void* in, void* out) {
        check(cufftExecC2C(plan, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(out), direction),
              "cufftExecC2C");
      });
    }
  }
  check(cufftDestroy(plan), "cufftDestroy");
  check(cufftDestroy(plan), "a second cufftDestroy", CUFFT_INVALID_PLAN);
}

template <typename Scalar>
void real(const std::string& name, cufftType forward, cufftType inverse, const std::vector<long long>& lengths) {
  for (const bool in_place : {false, true}) {
    for (const cufftType type : {forward, inverse}) {
      cufftHandle plan = 0;
      std::size_t bytes = 0;
      std::vector<int> n(lengths.begin(), lengths.end());
      check(cufftCreate(&plan), "cufftCreate");
      check(
          cufftMakePlanMany(plan, static_cast<int>(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, type, 2, &bytes),
          "cufftMakePlanMany");
      Case c{type == forward ? Kind::r2c : Kind::c2r, lengths, 2};
      c.in_place = in_place;
      verify<Scalar>(name + (in_place ? " in place" : ""), c, [&](void* in, void* out) {
        cufftResult result = CUFFT_INVALID_TYPE;
        if (type == CUFFT_R2C) result = cufftExecR2C(plan, static_cast<float*>(in), static_cast<cufftComplex*>(out));
        if (type == CUFFT_C2R) result = cufftExecC2R(plan, static_cast<cufftComplex*>(in), static_cast<float*>(out));
        if (type == CUFFT_D2Z) {
          result = cufftExecD2Z(plan, static_cast<double*>(in), static_cast<cufftDoubleComplex*>(out));
        }
        if (type == CUFFT_Z2D) {
          result = cufftExecZ2D(plan, static_cast<cufftDoubleComplex*>(in), static_cast<double*>(out));
        }
        check(result, "cufftExec");
      });
      check(cufftDestroy(plan), "cufftDestroy");
    }
  }
}

/// CuPy frees its pools and tries again when a plan does not fit.
void retry_after_failure() {
  std::size_t free_bytes = 0;
  std::size_t all = 0;
  check(cudaMemGetInfo(&free_bytes, &all), "cudaMemGetInfo");
  cufftHandle plan = 0;
  std::size_t bytes = 0;
  check(cufftCreate(&plan), "cufftCreate");
  void* hog = nullptr;
  const std::size_t left = std::size_t{1} << 20;
  if (cudaMalloc(&hog, free_bytes - left * 32) == cudaSuccess) {
    const cufftResult full = cufftMakePlan1d(plan, 1 << 20, CUFFT_Z2Z, 64, &bytes);
    check(cudaFree(hog), "cudaFree");
    if (full == CUFFT_SUCCESS) fail("a plan that cannot fit was made");
    check(full, "cufftMakePlan1d without memory", CUFFT_ALLOC_FAILED);
    cudaGetLastError();
  }
  check(cufftMakePlan1d(plan, 24, CUFFT_Z2Z, 2, &bytes), "cufftMakePlan1d after a failure");
  Case c{Kind::c2c, {24}, 2};
  c.tolerance = 1e-14;
  verify<double>("after a failed allocation", c, [&](void* in, void* out) {
    check(
        cufftExecZ2Z(plan, static_cast<cufftDoubleComplex*>(in), static_cast<cufftDoubleComplex*>(out), CUFFT_FORWARD),
        "cufftExecZ2Z");
  });
  check(cufftDestroy(plan), "cufftDestroy");
}

void what_is_not_there() {
  cufftHandle plan = 0;
  check(cufftCreate(&plan), "cufftCreate");
  void* routine = nullptr;
  expect(cufftXtSetCallback(plan, &routine, CUFFT_CB_LD_COMPLEX, nullptr) != CUFFT_SUCCESS, "a callback is taken");
  expect(cufftXtSetCallback(1, &routine, CUFFT_CB_LD_COMPLEX, nullptr) != CUFFT_SUCCESS, "a foreign handle is taken");
  check(cufftDestroy(plan), "cufftDestroy");
}

}  // namespace

int main(int count, char** arguments) {
  const bool large = is_large(count, arguments);
  one_dimension(50);
  real<float>("f32", CUFFT_R2C, CUFFT_C2R, {6, 10});
  real<double>("f64", CUFFT_D2Z, CUFFT_Z2D, {21});
  real<float>("f32 3-D", CUFFT_R2C, CUFFT_C2R, {3, 4, 6});
  retry_after_failure();
  what_is_not_there();
  if (large) {
    one_dimension(1 << 14);
    real<double>("f64 large", CUFFT_D2Z, CUFFT_Z2D, {100, 270});
  }
  std::printf("passed\n");
}
