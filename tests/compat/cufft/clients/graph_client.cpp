// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Captures into graphs, in the strictest mode, of plans that were never executed before; executions by several threads,
// each with its stream; and the current device after each call.
#include <thread>

#include "client.hpp"

using namespace client;

namespace {

void graph(int n, int type, bool in_place) {
  cufftHandle plan = 0;
  check(cufftPlan1d(&plan, n, static_cast<cufftType>(type), 3), "cufftPlan1d");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  check(cufftSetStream(plan, stream), "cufftSetStream");
  Case c{type == CUFFT_R2C ? Kind::r2c : Kind::c2c, {n}, 3, CUFFT_FORWARD, in_place};
  verify<float>(std::string("graph") + (in_place ? " in place" : ""), c, [&](void* in, void* out) {
    cudaGraph_t captured = nullptr;
    cudaGraphExec_t executable = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    check(cufftXtExec(plan, in, out, CUFFT_FORWARD), "cufftXtExec");
    check(cudaStreamEndCapture(stream, &captured), "cudaStreamEndCapture");
    check(cudaGraphInstantiate(&executable, captured, 0), "cudaGraphInstantiate");
    check(cudaGraphLaunch(executable, stream), "cudaGraphLaunch");
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    check(cudaGraphExecDestroy(executable), "cudaGraphExecDestroy");
    check(cudaGraphDestroy(captured), "cudaGraphDestroy");
  });
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  check(cufftDestroy(plan), "cufftDestroy");
}

void threads(int n) {
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i) {
    all.emplace_back([n, i] {
      cufftHandle plan = 0;
      cudaStream_t stream = nullptr;
      check(cudaStreamCreate(&stream), "cudaStreamCreate");
      check(cufftPlan1d(&plan, n + i, CUFFT_C2C, 2), "cufftPlan1d");
      check(cufftSetStream(plan, stream), "cufftSetStream");
      verify<float>("thread", {Kind::c2c, {n + i}, 2}, [&](void* in, void* out) {
        check(cufftExecC2C(plan, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(out), CUFFT_FORWARD),
              "cufftExecC2C");
      });
      check(cufftDestroy(plan), "cufftDestroy");
      check(cudaStreamDestroy(stream), "cudaStreamDestroy");
    });
  }
  for (std::thread& thread : all) thread.join();
}

}  // namespace

int main(int count, char** arguments) {
  int device = -1;
  check(cudaSetDevice(0), "cudaSetDevice");
  for (const bool in_place : {false, true}) {
    graph(40, CUFFT_C2C, in_place);
    graph(26, CUFFT_R2C, in_place);
  }
  threads(20);
  if (is_large(count, arguments)) {
    graph(1 << 14, CUFFT_C2C, false);
    graph(1 << 15, CUFFT_C2C, true);
    threads(3000);
  }
  check(cudaGetDevice(&device), "cudaGetDevice");
  expect(device == 0, "the current device has changed");
  std::printf("passed\n");
}
