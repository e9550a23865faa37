// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A command buffer of the caller's as a stream: launches and copies are recorded into it, and nothing runs until the
// caller submits it.
#pragma once

#include <mutex>

#include "backend/vulkan/record.hpp"

namespace papilio::backend::vulkan {

/// Holds what the commands use as long as it lives.
class VulkanRecording final : public runtime::Stream {
 public:
  VulkanRecording(std::shared_ptr<const VulkanDevice> device, VkCommandBuffer commands)
      : device_(std::move(device)), commands_(commands) {}

  void launch(const runtime::Launch& launch) override;
  void copy_part(const runtime::Memory& from, runtime::Memory& to, std::size_t bytes,
                 const runtime::CopyPlaces& places) override;
  void clear(const runtime::Memory& memory, std::size_t offset, std::size_t bytes) override;
  [[nodiscard]] bool capturing() const override { return true; }

  // Nothing can wait for what is not submitted.
  void write(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  void write_async(runtime::Memory& to, std::size_t offset, const void* from, std::size_t bytes) override;
  void read_async(const runtime::Memory& from, std::size_t offset, void* to, std::size_t bytes) override;
  void synchronize() override;
  void on_completion(std::function<void()> done) override;
  std::unique_ptr<runtime::Event> record() override;
  void wait_for(const runtime::Event& event) override;

 private:
  /// Before the first command: sees what was recorded before.
  void begin();

  std::shared_ptr<const VulkanDevice> device_;
  VkCommandBuffer commands_;
  std::mutex mutex_;
  bool begun_ = false;
  CommandResources used_;
};

}  // namespace papilio::backend::vulkan
