// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// As Quantum ESPRESSO, LAMMPS, heFFTe and cuFINUFFT do it: cufftPlanMany and cufftExecZ2Z on columns, cufftPlan1d and
// cufftPlan3d, cufftMakePlanMany with strides, and many transforms by one plan.
#include "client.hpp"

using namespace client;

namespace {

void exec_z2z(cufftHandle plan, void* in, void* out, int direction) {
  check(cufftExecZ2Z(plan, static_cast<cufftDoubleComplex*>(in), static_cast<cufftDoubleComplex*>(out), direction),
        "cufftExecZ2Z");
}
void exec_c2c(cufftHandle plan, void* in, void* out, int direction) {
  check(cufftExecC2C(plan, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(out), direction), "cufftExecC2C");
}

/// Columns of a matrix, and columns with a leading dimension.
void espresso(int n, int columns, int leading) {
  for (const bool sticks : {true, false}) {
    Case c{Kind::c2c, {n}, columns, CUFFT_INVERSE, true};
    c.in = sticks ? Layout{{leading}, 1, leading} : Layout{{n}, leading, 1};
    c.out = c.in;
    c.tolerance = 1e-14;
    int lengths[] = {n};
    int embed[] = {static_cast<int>(c.in.embed[0])};
    cufftHandle plan = 0;
    check(cufftPlanMany(&plan, 1, lengths, embed, static_cast<int>(c.in.stride), static_cast<int>(c.in.distance), embed,
                        static_cast<int>(c.in.stride), static_cast<int>(c.in.distance), CUFFT_Z2Z, columns),
          "cufftPlanMany");
    verify<double>(sticks ? "sticks" : "columns", c,
                   [&](void* in, void* out) { exec_z2z(plan, in, out, c.direction); });
    check(cufftDestroy(plan), "cufftDestroy");
  }
}

void lammps(long long nx, long long ny, long long nz) {
  cufftHandle plan = 0;
  check(cufftPlan1d(&plan, static_cast<int>(nx), CUFFT_C2C, static_cast<int>(ny)), "cufftPlan1d");
  for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    verify<float>("1-D in place", {Kind::c2c, {nx}, ny, direction, true},
                  [&](void* in, void* out) { exec_c2c(plan, in, out, direction); });
  }
  check(cufftDestroy(plan), "cufftDestroy");
  check(cufftPlan3d(&plan, static_cast<int>(nx), static_cast<int>(ny), static_cast<int>(nz), CUFFT_Z2Z), "cufftPlan3d");
  Case c{Kind::c2c, {nx, ny, nz}, 1, CUFFT_FORWARD, true};
  c.tolerance = 1e-14;
  verify<double>("3-D", c, [&](void* in, void* out) { exec_z2z(plan, in, out, CUFFT_FORWARD); });
  check(cufftDestroy(plan), "cufftDestroy");
}

void heffte(int n, int stride, int batch) {
  cufftHandle plan = 0;
  std::size_t bytes = 0;
  std::size_t asked = 0;
  int lengths[] = {n};
  int embed[] = {n};
  check(cufftEstimateMany(1, lengths, embed, stride, 1, embed, stride, 1, CUFFT_C2C, batch, &asked),
        "cufftEstimateMany");
  check(cufftCreate(&plan), "cufftCreate");
  check(cufftMakePlanMany(plan, 1, lengths, embed, stride, 1, embed, stride, 1, CUFFT_C2C, batch, &bytes),
        "cufftMakePlanMany");
  expect(asked == bytes, "cufftEstimateMany and cufftMakePlanMany differ");
  Case c{Kind::c2c, {n}, batch};
  c.in = {{n}, stride, 1};
  c.out = c.in;
  verify<float>("strided", c, [&](void* in, void* out) { exec_c2c(plan, in, out, CUFFT_FORWARD); });
  check(cufftDestroy(plan), "cufftDestroy");
}

/// A pointer on any complex number: the second of two odd vectors in one allocation, say.
void odd_addresses(int n) {
  cufftHandle plan = 0;
  check(cufftPlan1d(&plan, n, CUFFT_C2C, 2), "cufftPlan1d");
  for (const bool in_place : {true, false}) {
    Case c{Kind::c2c, {n}, 2, CUFFT_FORWARD, in_place};
    c.offset = sizeof(cufftComplex);
    verify<float>("odd addresses", c, [&](void* in, void* out) { exec_c2c(plan, in, out, CUFFT_FORWARD); });
  }
  DeviceBytes both(sizeof(cufftComplex) * static_cast<std::size_t>(4 * n));
  verify<float>("one behind the other", {Kind::c2c, {n}, 2}, [&](void* in, void* out) {
    const std::size_t bytes = sizeof(cufftComplex) * static_cast<std::size_t>(2 * n);
    char* second = both.get() + bytes + sizeof(cufftComplex);
    char* first = second - bytes;
    check(cudaMemcpy(first, in, bytes, cudaMemcpyDeviceToDevice), "cudaMemcpy");
    exec_c2c(plan, first, second, CUFFT_FORWARD);
    check(cudaMemcpy(out, second, bytes, cudaMemcpyDeviceToDevice), "cudaMemcpy");
  });
  check(cufftDestroy(plan), "cufftDestroy");
}

}  // namespace

int main(int count, char** arguments) {
  const bool large = is_large(count, arguments);
  espresso(20, 7, 24);
  lammps(8, 6, 5);
  heffte(27, 6, 6);
  odd_addresses(11);
  if (large) {
    espresso(500, 33, 512);
    lammps(64, 36, 50);
    heffte(1000, 64, 64);
    odd_addresses(1001);
    odd_addresses(30011);
  }
  std::printf("passed\n");
}
