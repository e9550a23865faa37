// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A program that has its own Vulkan device, queue and buffer records a transform into its own command buffer, among its
// own commands, and submits it.
#include <vulkan/vulkan.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <papilio/papilio.hpp>
#include <papilio/vulkan.hpp>
#include <vector>

namespace {

constexpr std::size_t length = 65536;
constexpr std::size_t bytes = length * sizeof(std::complex<float>);

/// Objects that such a program has anyway; its own error handling is left out here.
struct Program {
  VkInstance instance = nullptr;
  VkPhysicalDevice physical = nullptr;
  VkDevice device = nullptr;
  VkQueue queue = nullptr;
  std::uint32_t family = 0;
  VkCommandPool pool = nullptr;
  VkCommandBuffer commands = nullptr;
  VkBuffer buffer = nullptr;
  VkDeviceMemory memory = nullptr;
  std::complex<float>* data = nullptr;  ///< where the host sees the buffer

  Program() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS) return;
    std::uint32_t count = 1;
    vkEnumeratePhysicalDevices(instance, &count, &physical);
    if (physical != nullptr) make_device();
  }
  ~Program() {
    if (device != nullptr) {
      vkDestroyBuffer(device, buffer, nullptr);
      vkFreeMemory(device, memory, nullptr);
      vkDestroyCommandPool(device, pool, nullptr);
      vkDestroyDevice(device, nullptr);
    }
    if (instance != nullptr) vkDestroyInstance(instance, nullptr);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void make_device() {
    std::uint32_t count = 16;
    VkQueueFamilyProperties families[16];
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    while (family + 1 < count && (families[family].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) ++family;
    const float priority = 1;
    VkDeviceQueueCreateInfo queues{};
    queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queues.queueFamilyIndex = family;
    queues.queueCount = 1;
    queues.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queues;
    if (vkCreateDevice(physical, &info, nullptr, &device) != VK_SUCCESS) return;
    vkGetDeviceQueue(device, family, 0, &queue);
    VkCommandPoolCreateInfo pools{};
    pools.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pools.queueFamilyIndex = family;
    vkCreateCommandPool(device, &pools, nullptr, &pool);
    VkCommandBufferAllocateInfo one{};
    one.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    one.commandPool = pool;
    one.commandBufferCount = 1;
    vkAllocateCommandBuffers(device, &one, &commands);
    make_buffer();
  }

  /// Makes a buffer of memory that the host sees, which every device has.
  void make_buffer() {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    vkCreateBuffer(device, &info, nullptr, &buffer);
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    VkPhysicalDeviceMemoryProperties types;
    vkGetPhysicalDeviceMemoryProperties(physical, &types);
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocate.allocationSize = needs.size;
    while ((needs.memoryTypeBits >> allocate.memoryTypeIndex & 1) == 0 ||
           (types.memoryTypes[allocate.memoryTypeIndex].propertyFlags & wanted) != wanted) {
      ++allocate.memoryTypeIndex;
    }
    vkAllocateMemory(device, &allocate, nullptr, &memory);
    vkBindBufferMemory(device, buffer, memory, 0);
    void* mapped = nullptr;
    vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &mapped);
    data = static_cast<std::complex<float>*>(mapped);
  }

  /// Once, and waits for it.
  void submit() const {
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    vkQueueSubmit(queue, 1, &info, nullptr);
    vkQueueWaitIdle(queue);
  }
};

void transform(const Program& own) {
  papilio::vulkan::Handles handles;
  handles.instance = own.instance;
  handles.physical_device = own.physical;
  handles.device = own.device;
  handles.queue = own.queue;
  handles.queue_family = own.family;
  const papilio::Device device = papilio::vulkan::wrap_device(handles);
  const papilio::Buffer data = papilio::vulkan::wrap_buffer(device, (std::uint64_t)own.buffer, 0, bytes);
  const papilio::Plan plan(device, papilio::Problem::parse("c2c:f32:65536:inplace"));
  const papilio::Buffer scratch(device, plan.scratch_bytes());

  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(own.commands, &begin);
  const papilio::Stream recording = papilio::vulkan::wrap_command_buffer(device, own.commands);
  plan.execute(recording, data, data, scratch);  // records; nothing runs yet
  vkEndCommandBuffer(own.commands);
  own.submit();  // as often as wanted, while recording, plan, data and scratch live
}

}  // namespace

int main() try {
  const Program own;
  if (own.data == nullptr) {
    std::fputs("no Vulkan device\n", stderr);
    return 5;
  }
  constexpr double turn = 6.283185307179586;
  for (std::size_t i = 0; i < length; ++i) {
    own.data[i] = static_cast<float>(std::cos(turn * 1234 * static_cast<double>(i) / length));
  }
  transform(own);
  std::size_t peak = 0;
  for (std::size_t k = 1; k < length / 2; ++k) {
    if (std::abs(own.data[k]) > std::abs(own.data[peak])) peak = k;
  }
  std::printf("peak at bin %zu, magnitude %.1f\n", peak, static_cast<double>(std::abs(own.data[peak])));
  return 0;
} catch (const papilio::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.code());
}
