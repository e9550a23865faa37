/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * papilio/vulkan.hpp in C, which says what holds for the objects, the queue and the barriers. What papilio/papilio.h
 * says about structs, errors, threads and handles holds here too.
 */
#ifndef PAPILIO_VK_H
#define PAPILIO_VK_H

#include <papilio/papilio.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The caller's objects, and the features that its VkDevice was made with: 1 for one that is enabled, else 0.
 * struct_size is sizeof(papilio_vulkan_handles). */
typedef struct papilio_vulkan_handles {
  size_t struct_size;
  void* instance;        /**< VkInstance */
  void* physical_device; /**< VkPhysicalDevice */
  void* device;          /**< VkDevice */
  void* queue;           /**< VkQueue */
  uint32_t queue_family;
  int int64;            /**< shaderInt64 */
  int f64;              /**< shaderFloat64 */
  int storage_16;       /**< storageBuffer16BitAccess */
  int storage_8;        /**< storageBuffer8BitAccess and VK_KHR_8bit_storage */
  int buffer_addresses; /**< bufferDeviceAddress and VK_KHR_buffer_device_address */
  int float_controls;   /**< VK_KHR_shader_float_controls */
} papilio_vulkan_handles;

/** PAPILIO_INVALID_ARGUMENT for a null handle or a queue family without compute. */
PAPILIO_API papilio_status papilio_device_wrap_vulkan(const papilio_vulkan_handles* handles, papilio_device** wrapped);
/** `bytes` bytes at `offset` of a VkBuffer, given as an integer. */
PAPILIO_API papilio_status papilio_buffer_wrap_vulkan(const papilio_device* device, uint64_t buffer, size_t offset,
                                                      size_t bytes, papilio_buffer** wrapped);
/** VkCommandBuffer in the recording state. */
PAPILIO_API papilio_status papilio_stream_wrap_vulkan(const papilio_device* device, void* command_buffer,
                                                      papilio_stream** wrapped);

#ifdef __cplusplus
}
#endif

#endif
