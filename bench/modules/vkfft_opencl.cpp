// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/modules/vkfft.hpp"

namespace {

class VkfftOpenCl {
 public:
  static constexpr bool has_f16 =
      false;  // it needs cl_khr_fp16, which no driver of NVIDIA's has, nor PoCL on most CPUs

  explicit VkfftOpenCl(const PapilioModuleDevice& device)
      : context_(static_cast<cl_context>(device.context)),
        device_(static_cast<cl_device_id>(device.device)),
        queue_(static_cast<cl_command_queue>(device.queue)) {}

  void set_buffers(void* input, void* output) {
    input_ = static_cast<cl_mem>(input);
    output_ = static_cast<cl_mem>(output);
  }
  void configure(VkFFTConfiguration& configuration) {
    configuration.device = &device_;
    configuration.context = &context_;
    configuration.inputBuffer = &input_;
    configuration.buffer = &output_;
  }
  VkFFTResult enqueue(VkFFTApplication& application, int direction) {
    VkFFTLaunchParams parameters{};
    parameters.commandQueue = &queue_;
    parameters.inputBuffer = &input_;
    parameters.buffer = &output_;
    return VkFFTAppend(&application, direction, &parameters);
  }

 private:
  cl_context context_;
  cl_device_id device_;
  cl_command_queue queue_;
  cl_mem input_ = nullptr;
  cl_mem output_ = nullptr;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const PapilioModule* papilio_bench_module() {
  return papilio::bench::VkFft<VkfftOpenCl>::module();
}
