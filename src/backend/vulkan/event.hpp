// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Events: the ends of batches of commands, and waiting for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "backend/vulkan/stream.hpp"

namespace papilio::backend::vulkan {

/// Waits for a batch that is submitted.
void wait(const VulkanDevice& device, const CommandBatch& batch);

/// The end of a batch that is submitted, with a time of the device's clock, or of the host's where the queue has none.
class VulkanEvent final : public runtime::Event {
 public:
  /// The batch uses the query, which must live as long.
  VulkanEvent(std::shared_ptr<const VulkanDevice> device, std::shared_ptr<const VulkanQueryHandle> query,
              std::shared_ptr<const CommandBatch> batch)
      : device_(std::move(device)), query_(std::move(query)), batch_(std::move(batch)) {}
  VulkanEvent(std::shared_ptr<const VulkanDevice> device, std::chrono::steady_clock::time_point host)
      : device_(std::move(device)), host_(host) {}

  void wait() const override;
  [[nodiscard]] double seconds_since(const runtime::Event& earlier) const override;
  [[nodiscard]] const VulkanDevice& device() const { return *device_; }
  /// Null if the event was reached when it was recorded.
  [[nodiscard]] const std::shared_ptr<const CommandBatch>& batch() const { return batch_; }

 private:
  [[nodiscard]] std::uint64_t ticks() const;

  std::shared_ptr<const VulkanDevice> device_;
  std::shared_ptr<const VulkanQueryHandle> query_;
  std::shared_ptr<const CommandBatch> batch_;
  std::chrono::steady_clock::time_point host_;
};

/// Throws Error(internal) for an event of another backend.
const VulkanEvent& own(const runtime::Event& event);

}  // namespace papilio::backend::vulkan
