// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Launches and copies as commands of a command buffer, with the descriptor sets that they use.
#pragma once

#include <memory>
#include <vector>

#include "backend/vulkan/device.hpp"

namespace papilio::backend::vulkan {

/// Pools of descriptor sets; all but the last are full.
using SetPools = std::vector<VulkanPoolHandle>;

/// What recorded commands use; it has to live until they have finished.
struct CommandResources {
  SetPools sets;
  std::vector<std::shared_ptr<const void>> objects;
};

/// A barrier: everything that compute shaders, transfers and the host did before is finished and visible to what they
/// do later.
void record_barrier(const VulkanSymbols& vk, VkCommandBuffer commands);
/// A launch, followed by a barrier. Throws Error(invalid_argument) for objects of another backend or device.
void record_launch(const VulkanDevice& device, VkCommandBuffer commands, const runtime::Launch& launch,
                   CommandResources& used);
/// A copy of `bytes`, followed by a barrier; does nothing if both are the same memory.
void record_copy(const VulkanDevice& device, VkCommandBuffer commands, const VulkanMemory& from, const VulkanMemory& to,
                 std::size_t bytes, const runtime::CopyPlaces& places);

/// The memory of a buffer. Throws Error(invalid_argument) for one of another backend or device.
const VulkanMemory& own(const VulkanDevice& device, const runtime::Memory& memory);

}  // namespace papilio::backend::vulkan
