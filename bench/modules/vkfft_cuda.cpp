// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <cstdlib>

/// VkFFT's kernels in half precision include CUDA's <cuda_fp16.h> by its path on the machine that they run on.
static const char* cuda_home() {
  const char* const home = std::getenv("CUDA_HOME");
  return home != nullptr ? home : "/usr/local/cuda";
}
#define CUDA_TOOLKIT_ROOT_DIR cuda_home()
#include "bench/modules/vkfft.hpp"

namespace {

class VkfftCuda {
 public:
  static constexpr bool has_f16 = true;

  explicit VkfftCuda(const PapilioModuleDevice& device)
      : device_(static_cast<CUdevice>(reinterpret_cast<std::intptr_t>(device.device))),
        stream_(static_cast<cudaStream_t>(device.queue)) {}

  void set_buffers(void* input, void* output) {
    input_ = input;
    output_ = output;
  }
  void configure(VkFFTConfiguration& configuration) {
    configuration.device = &device_;
    configuration.stream = &stream_;
    configuration.num_streams = 1;
    configuration.inputBuffer = &input_;
    configuration.buffer = &output_;
  }
  VkFFTResult enqueue(VkFFTApplication& application, int direction) {
    VkFFTLaunchParams parameters{};
    parameters.inputBuffer = &input_;
    parameters.buffer = &output_;
    return VkFFTAppend(&application, direction, &parameters);
  }

 private:
  CUdevice device_;
  cudaStream_t stream_;
  void* input_ = nullptr;
  void* output_ = nullptr;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const PapilioModule* papilio_bench_module() {
  return papilio::bench::VkFft<VkfftCuda>::module();
}
