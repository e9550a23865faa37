// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The copies of a stream: through mapped memory where the host sees a buffer, else through a staging buffer.
#include <algorithm>
#include <cstring>
#include <papilio/error.hpp>

#include "backend/vulkan/stream.hpp"
#include "runtime/copies.hpp"

namespace papilio::backend::vulkan {
namespace {

constexpr std::size_t staging_bytes = std::size_t{16} << 20;

}  // namespace

void VulkanStream::copy_range(VkBuffer from, std::size_t from_offset, VkBuffer to, std::size_t to_offset,
                              std::size_t bytes) {
  CommandBatch& batch = open();
  const VkBufferCopy range{from_offset, to_offset, bytes};
  device_->vk().vkCmdCopyBuffer(batch.buffer, from, to, 1, &range);
  record_barrier(device_->vk(), batch.buffer);
  ++batch.recorded;
}

void VulkanStream::write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) {
  runtime::check_copy(to, offset, from, bytes);
  if (bytes == 0) return;
  const VulkanMemory& target = own(*device_, to);
  const std::lock_guard lock(mutex_);
  if (target.mapped() != nullptr) {
    wait_for_all();
    std::memcpy(target.mapped() + offset, from, bytes);
    return;
  }
  const auto staging = device_->make_buffer(std::min(bytes, staging_bytes), VulkanDevice::MemoryKind::host);
  for (std::size_t done = 0; done < bytes; done += staging_bytes) {
    const std::size_t part = std::min(bytes - done, staging_bytes);
    std::memcpy(staging->mapped, static_cast<const std::byte*>(from) + done, part);
    copy_range(staging->buffer.get(), 0, target.native(), target.offset() + offset + done, part);
    wait_for_all();
  }
}

void VulkanStream::read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) {
  runtime::check_copy(from, offset, to, bytes);
  if (bytes == 0) return;
  const VulkanMemory& source = own(*device_, from);
  const std::lock_guard lock(mutex_);
  if (source.mapped() != nullptr) {
    wait_for_all();
    std::memcpy(to, source.mapped() + offset, bytes);
    return;
  }
  const auto staging = device_->make_buffer(std::min(bytes, staging_bytes), VulkanDevice::MemoryKind::host);
  for (std::size_t done = 0; done < bytes; done += staging_bytes) {
    const std::size_t part = std::min(bytes - done, staging_bytes);
    copy_range(source.native(), source.offset() + offset + done, staging->buffer.get(), 0, part);
    wait_for_all();
    std::memcpy(static_cast<std::byte*>(to) + done, staging->mapped, part);
  }
}

void VulkanStream::copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                             const runtime::CopyPlaces& places) {
  runtime::check_range(from, places.from, bytes);
  runtime::check_range(to, places.to, bytes);
  const VulkanMemory& source = own(*device_, from);
  const VulkanMemory& target = own(*device_, to);
  const std::lock_guard lock(mutex_);
  CommandBatch& batch = open();
  batch.used.objects.push_back(source.allocation());
  batch.used.objects.push_back(target.allocation());
  record_copy(*device_, batch.buffer, source, target, bytes, places);
  ++batch.recorded;
}

void VulkanStream::clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) {
  runtime::check_range(memory, offset, bytes);
  if (bytes == 0) return;
  const VulkanMemory& target = own(*device_, memory);
  const std::lock_guard lock(mutex_);
  CommandBatch& batch = open();
  batch.used.objects.push_back(target.allocation());
  device_->vk().vkCmdFillBuffer(batch.buffer, target.native(), target.offset() + offset, bytes, 0);
  record_barrier(device_->vk(), batch.buffer);
  ++batch.recorded;
}

}  // namespace papilio::backend::vulkan
