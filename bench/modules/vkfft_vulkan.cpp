// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/modules/vkfft.hpp"

namespace {

/// One command buffer, recorded at the first execution of a plan and submitted for each.
class Vulkan {
 public:
  static constexpr bool has_f16 = true;

  explicit Vulkan(const PapilioModuleDevice& device)
      : physical_(static_cast<VkPhysicalDevice>(device.context)),
        device_(static_cast<VkDevice>(device.device)),
        queue_(static_cast<VkQueue>(device.queue)) {
    glslang_initialize_process();
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = device.queue_family;
    vkCreateCommandPool(device_, &pool, nullptr, &pool_);
    VkFenceCreateInfo fence{};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    vkCreateFence(device_, &fence, nullptr, &fence_);
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = pool_;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    vkAllocateCommandBuffers(device_, &allocate, &commands_);
  }
  Vulkan(const Vulkan&) = delete;
  Vulkan& operator=(const Vulkan&) = delete;
  ~Vulkan() {
    vkQueueWaitIdle(queue_);
    vkDestroyFence(device_, fence_, nullptr);
    vkDestroyCommandPool(device_, pool_, nullptr);
    glslang_finalize_process();
  }

  void set_buffers(void* input, void* output) {
    vkQueueWaitIdle(queue_);
    recorded_ = false;
    input_ = static_cast<VkBuffer>(input);
    output_ = static_cast<VkBuffer>(output);
  }
  void configure(VkFFTConfiguration& configuration) {
    configuration.physicalDevice = &physical_;
    configuration.device = &device_;
    configuration.queue = &queue_;
    configuration.commandPool = &pool_;
    configuration.fence = &fence_;
    configuration.isCompilerInitialized = 1;
    configuration.inputBuffer = &input_;
    configuration.buffer = &output_;
  }
  VkFFTResult enqueue(VkFFTApplication& application, int direction) {
    if (const VkFFTResult result = record(application, direction); result != VKFFT_SUCCESS) return result;
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands_;
    return vkQueueSubmit(queue_, 1, &info, VK_NULL_HANDLE) == VK_SUCCESS ? VKFFT_SUCCESS
                                                                         : VKFFT_ERROR_FAILED_TO_SUBMIT_QUEUE;
  }

 private:
  VkFFTResult record(VkFFTApplication& application, int direction) {
    if (recorded_) return VKFFT_SUCCESS;
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
    if (vkBeginCommandBuffer(commands_, &begin) != VK_SUCCESS) return VKFFT_ERROR_FAILED_TO_BEGIN_COMMAND_BUFFER;
    barrier();
    VkFFTLaunchParams parameters{};
    parameters.commandBuffer = &commands_;
    parameters.inputBuffer = &input_;
    parameters.buffer = &output_;
    if (const VkFFTResult result = VkFFTAppend(&application, direction, &parameters); result != VKFFT_SUCCESS)
      return result;
    barrier();
    if (vkEndCommandBuffer(commands_) != VK_SUCCESS) return VKFFT_ERROR_FAILED_TO_END_COMMAND_BUFFER;
    recorded_ = true;
    return VKFFT_SUCCESS;
  }

  /// Executions run one after the other.
  void barrier() {
    VkMemoryBarrier all{};
    all.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    all.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    all.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT;
    constexpr VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    vkCmdPipelineBarrier(commands_, stages, stages, 0, 1, &all, 0, nullptr, 0, nullptr);
  }

  VkPhysicalDevice physical_;
  VkDevice device_;
  VkQueue queue_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = nullptr;
  bool recorded_ = false;
  VkBuffer input_ = VK_NULL_HANDLE;
  VkBuffer output_ = VK_NULL_HANDLE;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const PapilioModule* papilio_bench_module() {
  return papilio::bench::VkFft<Vulkan>::module();
}
