// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A program that has its own CUDA stream and memory: a transform and its inverse as a graph, replayed many times.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <papilio/cuda.hpp>
#include <papilio/papilio.hpp>

namespace {

constexpr std::size_t length = 1 << 17;
constexpr std::size_t bytes = length * sizeof(std::complex<float>);

/// Objects that such a program has anyway; its own error handling is left out here.
struct Program {
  cudaStream_t stream = nullptr;
  void* data = nullptr;

  Program() {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&data, bytes);
  }
  ~Program() {
    cudaFree(data);
    cudaStreamDestroy(stream);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
};

/// There and back ten times.
void replay(const papilio::Device& device, const Program& own) {
  const papilio::Stream stream = papilio::cuda::wrap_stream(device, own.stream);
  const papilio::Buffer data = papilio::cuda::wrap_pointer(device, own.data, bytes);
  // Plans and scratch are made before the capture begins.
  const papilio::Plan forward(device, papilio::Problem::parse("c2c:f32:2^17:inplace"));
  const papilio::Plan inverse(device, papilio::Problem::parse("c2c:f32:2^17:inverse:inplace:scale=1/n"));
  const std::size_t needed = std::max(forward.scratch_bytes(), inverse.scratch_bytes());
  const papilio::Buffer scratch = needed > 0 ? papilio::Buffer(device, needed) : papilio::Buffer();

  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamBeginCapture(own.stream, cudaStreamCaptureModeGlobal);
  forward.execute(stream, data, data, scratch);  // recorded; nothing runs yet
  inverse.execute(stream, data, data, scratch);
  cudaStreamEndCapture(own.stream, &graph);
  cudaGraphInstantiateWithFlags(&executable, graph, 0);

  // Plans, data and scratch must still live.
  for (int i = 0; i < 10; ++i) cudaGraphLaunch(executable, own.stream);
  cudaStreamSynchronize(own.stream);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
}

}  // namespace

int main() try {
  const papilio::Device device = papilio::cuda::wrap_device(0);  // of cudaSetDevice(0)
  const Program own;
  std::vector<std::complex<float>> signal(length), again(length);
  for (std::size_t i = 0; i < length; ++i) signal[i] = std::polar(1.0F, static_cast<float>(i * i % 997));
  cudaMemcpy(own.data, signal.data(), bytes, cudaMemcpyHostToDevice);
  replay(device, own);
  cudaMemcpy(again.data(), own.data, bytes, cudaMemcpyDeviceToHost);
  float worst = 0;
  for (std::size_t i = 0; i < length; ++i) worst = std::max(worst, std::abs(again[i] - signal[i]));
  std::printf("ten times there and back: off by %.0e at most\n", static_cast<double>(worst));
  return worst < 1e-5F ? 0 : 1;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "cuda_graph: %s\n", error.what());
  return static_cast<int>(error.code());
}
