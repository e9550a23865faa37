// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "backend/vulkan/event.hpp"

#include <limits>
#include <papilio/error.hpp>

#include "backend/vulkan/status.hpp"

namespace papilio::backend::vulkan {

void wait(const VulkanDevice& device, const CommandBatch& batch) {
  VkFence fence = batch.done.get();
  check(device.vk().vkWaitForFences(device.native(), 1, &fence, VK_TRUE, std::numeric_limits<std::uint64_t>::max()),
        "waiting for the stream");
}

void VulkanEvent::wait() const {
  if (batch_) vulkan::wait(*device_, *batch_);
}

std::uint64_t VulkanEvent::ticks() const {
  wait();
  std::uint64_t result = 0;
  check(device_->vk().vkGetQueryPoolResults(device_->native(), query_->get(), 0, 1, sizeof(result), &result,
                                            sizeof(result), VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "reading a timestamp");
  return result;
}

const VulkanEvent& own(const runtime::Event& event) {
  const auto* own = dynamic_cast<const VulkanEvent*>(&event);
  if (own == nullptr) throw Error::internal("event", "it belongs to another backend than the stream");
  return *own;
}

double VulkanEvent::seconds_since(const runtime::Event& earlier) const {
  const VulkanEvent& first = own(earlier);
  if (!batch_ || !first.batch_) return std::chrono::duration<double>(host_ - first.host_).count();
  const std::uint64_t begin = first.ticks();
  return device_->tick() * static_cast<double>(static_cast<std::int64_t>(ticks() - begin));
}

}  // namespace papilio::backend::vulkan
