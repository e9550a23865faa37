// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Papilio in a program that already has Vulkan objects. The handles are those of <vulkan/vulkan.h>; dispatchable ones
// are passed as void*, a VkBuffer as an integer of 64 bits, so that this header needs no Vulkan headers. Vulkan counts
// no references: the caller keeps ownership of what is wrapped, and destroys it after the last Papilio handle to it and
// after the commands that use it have finished.
//
// Sign, scaling and layouts are those of Problem, as on every device.
//
// Two ways to execute, with Plan::execute(stream, in, out, scratch):
//
// 1. Submit. Stream(device) submits to the caller's queue when an execution is complete. Executions of all Papilio
//    streams of a device run in the order of submission. Work of the caller's that was submitted to the same queue
//    before is seen where the caller made its writes available (a barrier to compute shaders, a semaphore or a fence);
//    later submissions of the caller's see the results in compute shaders, transfers and on the host. Vulkan wants a
//    queue to be used by one thread at a time: while Papilio executes, uploads, downloads, records an event or makes a
//    plan for the device, no other thread may use the queue.
//
// 2. Record. wrap_command_buffer() makes a stream that records into a command buffer in the recording state, outside a
//    render pass, and submits nothing. Executions then need scratch of the caller's (Plan::scratch_bytes()). The first
//    command is a barrier: compute shaders, transfers and host writes recorded or submitted before it come first, and
//    their writes are seen. A barrier of the same kind stands behind every pass, the last too: what is recorded behind
//    an execution sees the results in compute shaders, transfers and on the host. For any other stage, such as a vertex
//    or fragment shader, record a barrier from VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT.
//    Papilio changes the bound compute pipeline, descriptor set 0 of that bind point and its push constants; nothing of
//    the graphics bind point. The stream holds the descriptor sets: stream, plan and buffers must live until the
//    command buffer has been executed for the last time or is reset. It may be executed again and again. Uploads,
//    downloads, events and synchronize() throw Error(invalid_argument) on such a stream. One thread at a time may
//    record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/device.hpp>

namespace papilio::vulkan {

/// The features that the VkDevice was made with; kernels use nothing else. Without int64, arrays have fewer than 2^31
/// elements; without f64, storage_16 or storage_8, problems that need them throw Error(unsupported); without
/// buffer_addresses no buffer may be larger than maxStorageBufferRange, and kernels bind their tables, so one with more
/// buffers than the device binds is refused.
struct Features {
  bool int64 = false;             ///< shaderInt64
  bool f64 = false;               ///< shaderFloat64
  bool storage_16 = false;        ///< storageBuffer16BitAccess
  bool storage_8 = false;         ///< storageBuffer8BitAccess and VK_KHR_8bit_storage
  bool buffer_addresses = false;  ///< bufferDeviceAddress and VK_KHR_buffer_device_address
  bool float_controls = false;    ///< VK_KHR_shader_float_controls: denormal numbers are kept where the device can
};

/// A program's own Vulkan objects.
struct Handles {
  void* instance = nullptr;         ///< VkInstance, of Vulkan 1.1 or newer
  void* physical_device = nullptr;  ///< VkPhysicalDevice
  void* device = nullptr;           ///< VkDevice
  void* queue = nullptr;            ///< VkQueue
  std::uint32_t queue_family = 0;   ///< of the queue; it must support compute
  Features enabled;
};

/// Throws Error(invalid_argument) for a null handle or a queue family without compute, Error(no_device) where
/// there is no Vulkan loader.
PAPILIO_API Device wrap_device(const Handles& handles);
/// `bytes` bytes at `offset` of a VkBuffer of the device, made with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, with the usages
/// TRANSFER_SRC and TRANSFER_DST for copies, and SHADER_DEVICE_ADDRESS where it is larger than maxStorageBufferRange.
/// The offset is a multiple of minStorageBufferOffsetAlignment and of 16; Error(invalid_argument) otherwise. The memory
/// is the caller's, bound before. Input and output overlap as Plan::execute() allows; two wrapped ranges are compared
/// by their VkBuffer.
PAPILIO_API Buffer wrap_buffer(const Device& device, std::uint64_t buffer, std::size_t offset, std::size_t bytes);
/// A VkCommandBuffer of the queue's family, in the recording state.
PAPILIO_API Stream wrap_command_buffer(const Device& device, void* command_buffer);

}  // namespace papilio::vulkan
