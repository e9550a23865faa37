// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// As GROMACS does it: 3-D real transforms by cufftPlanMany with embeds, in place with padded rows and out of place, on
// a stream; forward and inverse plans share the grid.
#include "client.hpp"

using namespace client;

namespace {

void grid(std::vector<long long> n, bool in_place) {
  const long long half = n[2] / 2 + 1;
  const Layout real{{n[0], n[1], 2 * half}, 1, n[0] * n[1] * 2 * half};
  const Layout complex{{n[0], n[1], half}, 1, n[0] * n[1] * half};
  std::vector<int> lengths(n.begin(), n.end());
  std::vector<int> real_embed(real.embed.begin(), real.embed.end());
  std::vector<int> complex_embed(complex.embed.begin(), complex.embed.end());
  cufftHandle forward = 0;
  cufftHandle inverse = 0;
  check(cufftPlanMany(&forward, 3, lengths.data(), real_embed.data(), 1, static_cast<int>(real.distance),
                      complex_embed.data(), 1, static_cast<int>(complex.distance), CUFFT_R2C, 1),
        "cufftPlanMany");
  check(cufftPlanMany(&inverse, 3, lengths.data(), complex_embed.data(), 1, static_cast<int>(complex.distance),
                      real_embed.data(), 1, static_cast<int>(real.distance), CUFFT_C2R, 1),
        "cufftPlanMany");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreate(&stream), "cudaStreamCreate");
  check(cufftSetStream(forward, stream), "cufftSetStream");
  check(cufftSetStream(inverse, stream), "cufftSetStream");
  const std::string where = in_place ? " in place" : "";
  Case c{Kind::r2c, n, 1, CUFFT_FORWARD, in_place, real, complex};
  verify<float>("r2c" + where, c, [&](void* in, void* out) {
    check(cufftExecR2C(forward, static_cast<float*>(in), static_cast<cufftComplex*>(out)), "cufftExecR2C");
  });
  c.kind = Kind::c2r;
  std::swap(c.in, c.out);
  verify<float>("c2r" + where, c, [&](void* in, void* out) {
    check(cufftExecC2R(inverse, static_cast<cufftComplex*>(in), static_cast<float*>(out)), "cufftExecC2R");
  });
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");  // before the plans, which GROMACS' destructors may do
  check(cufftDestroy(forward), "cufftDestroy");
  check(cufftDestroy(inverse), "cufftDestroy");
}

}  // namespace

int main(int count, char** arguments) {
  for (const bool in_place : {true, false}) {
    grid({4, 6, 10}, in_place);
    if (is_large(count, arguments)) grid({44, 48, 52}, in_place);
  }
  std::printf("passed\n");
}
