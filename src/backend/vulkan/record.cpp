// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <papilio/error.hpp>

#include "backend/vulkan/program.hpp"
#include "backend/vulkan/status.hpp"
#include "core/number_theory.hpp"

namespace papilio::backend::vulkan {
namespace {

constexpr std::uint32_t sets_of_pool = 64;
constexpr std::uint32_t buffers_of_pool = 512;

VkDescriptorSet descriptor_set(const VulkanDevice& device, SetPools& pools, VkDescriptorSetLayout layout) {
  const VulkanSymbols& vk = device.vk();
  VkDescriptorSetAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  if (!pools.empty()) {
    info.descriptorPool = pools.back().get();
    if (vk.vkAllocateDescriptorSets(device.native(), &info, &set) == VK_SUCCESS) return set;
  }
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffers_of_pool};
  VkDescriptorPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool.maxSets = sets_of_pool;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  VkDescriptorPool made = VK_NULL_HANDLE;
  check(vk.vkCreateDescriptorPool(device.native(), &pool, nullptr, &made), "making a descriptor pool");
  VulkanPoolHandle handle(device.shared(), made);  // before what may find no memory
  pools.push_back(std::move(handle));
  info.descriptorPool = made;
  check(vk.vkAllocateDescriptorSets(device.native(), &info, &set), "making a descriptor set");
  return set;
}

/// What a launch binds.
struct Bindings {
  std::vector<VkDescriptorBufferInfo> buffers;
  std::vector<std::shared_ptr<const void>> used;
  std::vector<std::byte> push;
};

void push(std::vector<std::byte>& to, const auto& value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof(value));
}

Bindings bindings_of(const VulkanDevice& device, const Pipeline& pipeline, const runtime::Launch& launch) {
  Bindings result;
  std::uint32_t place = 0;
  for (const runtime::Argument& argument : launch.arguments) {
    if (const auto* number = std::get_if<std::int64_t>(&argument)) {
      push(result.push, *number);
      continue;
    }
    const auto* memory = std::get<const runtime::Memory*>(argument);
    if (memory == nullptr) throw Error::invalid_argument("buffer", "it is none, or belongs to another backend");
    const VulkanMemory& bound = own(device, *memory);
    result.used.push_back(bound.allocation());
    const bool is_bound = std::ranges::binary_search(pipeline.bindings, place);
    ++place;
    if (!is_bound) {
      if (!pipeline.addresses) continue;  // a buffer that the kernel does not use
      push(result.push, device.address_of(bound.native()) + bound.offset());
      continue;
    }
    // A larger buffer serves a kernel that reaches its beginning (api/run/compiled_passes.cpp sees to that).
    const auto size = std::max<VkDeviceSize>(bound.bound_bytes(), 4);
    result.buffers.push_back(
        {bound.native(), bound.offset(), std::min<VkDeviceSize>(size, device.limits().maxStorageBufferRange)});
  }
  push(result.push, static_cast<std::uint32_t>(launch.groups));
  return result;
}

const Pipeline& pipeline_of(const VulkanDevice& device, const runtime::Launch& launch, CommandResources& used) {
  const auto* program = dynamic_cast<const VulkanProgram*>(launch.program);
  if (program == nullptr || launch.threads < 1 || launch.groups < 0)
    throw Error::invalid_argument("stream", "it belongs to another backend than the plan");
  if (program->device().native() != device.native()) {
    throw Error::invalid_argument("plan", "it was made for another device than the stream",
                                  "make both with the same device");
  }
  if (launch.groups > std::numeric_limits<std::int32_t>::max())
    throw Error::unsupported("a launch", fmt::format("it has {} work-groups", launch.groups), "use a smaller batch");
  used.objects.push_back(program->pipeline());
  return *program->pipeline();
}

void record_bindings(const VulkanDevice& device, VkCommandBuffer commands, const Pipeline& pipeline,
                     const Bindings& bindings, SetPools& pools) {
  const VulkanSymbols& vk = device.vk();
  vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
  vk.vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                        std::min(pipeline.push_bytes, static_cast<std::uint32_t>(bindings.push.size())),
                        bindings.push.data());
  std::vector<VkWriteDescriptorSet> writes(bindings.buffers.size());
  if (writes.empty()) return;
  const VkDescriptorSet set = descriptor_set(device, pools, pipeline.set_layout.get());
  for (std::uint32_t i = 0; i < writes.size(); ++i) {
    writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[i].dstSet = set;
    writes[i].dstBinding = pipeline.bindings[i];
    writes[i].descriptorCount = 1;
    writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[i].pBufferInfo = &bindings.buffers[i];
  }
  vk.vkUpdateDescriptorSets(device.native(), static_cast<std::uint32_t>(writes.size()), writes.data(), 0, nullptr);
  vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout.get(), 0, 1, &set, 0, nullptr);
}

}  // namespace

const VulkanMemory& own(const VulkanDevice& device, const runtime::Memory& memory) {
  const auto* own = dynamic_cast<const VulkanMemory*>(&memory);
  if (own == nullptr) throw Error::invalid_argument("buffer", "it belongs to another backend than the stream");
  if (own->device().native() != device.native()) {
    throw Error::invalid_argument("buffer", "it belongs to another device than the stream",
                                  "make both with the same device");
  }
  return *own;
}

void record_barrier(const VulkanSymbols& vk, VkCommandBuffer commands) {
  VkMemoryBarrier all{};
  all.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  all.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT;
  all.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT |
                      VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
  constexpr VkPipelineStageFlags stages =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  vk.vkCmdPipelineBarrier(commands, stages, stages, 0, 1, &all, 0, nullptr, 0, nullptr);
}

void record_launch(const VulkanDevice& device, VkCommandBuffer commands, const runtime::Launch& launch,
                   CommandResources& used) {
  const Pipeline& pipeline = pipeline_of(device, launch, used);
  Bindings bindings = bindings_of(device, pipeline, launch);
  if (launch.groups == 0) return;
  // First, because there may be no memory for it: commands that are recorded run with what they use.
  std::ranges::move(bindings.used, std::back_inserter(used.objects));
  record_bindings(device, commands, pipeline, bindings, used.sets);
  const auto groups = static_cast<std::uint32_t>(launch.groups);
  const std::uint32_t columns = std::min(groups, device.limits().maxComputeWorkGroupCount[0]);
  device.vk().vkCmdDispatch(commands, columns, ceil_div(groups, columns), 1);
  record_barrier(device.vk(), commands);
}

void record_copy(const VulkanDevice& device, VkCommandBuffer commands, const VulkanMemory& from, const VulkanMemory& to,
                 std::size_t bytes, const runtime::CopyPlaces& places) {
  const VkBufferCopy range{from.offset() + places.from, to.offset() + places.to, bytes};
  if (bytes == 0 || (from.native() == to.native() && range.srcOffset == range.dstOffset)) return;
  device.vk().vkCmdCopyBuffer(commands, from.native(), to.native(), 1, &range);
  record_barrier(device.vk(), commands);
}

}  // namespace papilio::backend::vulkan
